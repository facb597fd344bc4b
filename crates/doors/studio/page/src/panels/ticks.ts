/** Round numbers for axes. */

/** The smallest of 1, 2, 5, 10, ... (or a tenth of it, and so on) that is not below `least`. */
export function roundStep(least: number): number {
  if (!(least > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** About `count` round numbers from `low` to `high`. */
export function ticks(low: number, high: number, count: number): number[] {
  if (high <= low) return [low];
  const step = roundStep((high - low) / count);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  // No axis says -0.
  const all: number[] = [];
  for (let number = first; number <= last; number++) all.push(number * step || 0);
  return all;
}

/** A number with as many digits as help. */
export function short(number: number): string {
  if (Number.isInteger(number)) return String(number);
  const size = Math.abs(number);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return String(Number(number.toFixed(digits)));
}

export function percent(share: number): string {
  return `${short(Math.round(share * 1000) / 10)} %`;
}
