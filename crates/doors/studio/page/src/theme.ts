/** Dark or light: as the system has it, until somebody chooses. */

const KEY = "theme";

export function makeTheme(toggle: HTMLButtonElement, changed: () => void): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = (): boolean => {
    const chosen = localStorage.getItem(KEY);
    return chosen ? chosen === "dark" : system.matches;
  };
  const apply = (): void => {
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    toggle.setAttribute("aria-pressed", String(isDark()));
    changed();
  };
  toggle.addEventListener("click", () => {
    localStorage.setItem(KEY, isDark() ? "light" : "dark");
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}
