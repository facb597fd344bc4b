/** Sheets of generators, each bred from the one before. */

export interface Candidate {
  name: string;
  script: string;
  /** What was changed in its parent; empty for the first ones. */
  change: string;
}

export interface Sheet {
  title: string;
  candidates: Candidate[];
  /** Places of those that are liked, in the order of liking. */
  liked: number[];
}

export class Lineage {
  sheets: Sheet[] = [];
  at = -1;

  get sheet(): Sheet | undefined {
    return this.sheets[this.at];
  }

  /** A new sheet follows the one in view; those that followed before are dropped. */
  add(title: string, candidates: Candidate[]): void {
    this.sheets = this.sheets.slice(0, this.at + 1);
    this.sheets.push({ title, candidates, liked: [] });
    this.at = this.sheets.length - 1;
  }

  begin(title: string, candidates: Candidate[]): void {
    this.at = -1;
    this.add(title, candidates);
  }

  toggle(place: number): void {
    const sheet = this.sheet;
    if (!sheet) return;
    sheet.liked = sheet.liked.includes(place)
      ? sheet.liked.filter((liked) => liked !== place)
      : [...sheet.liked, place];
  }

  /** Those that are liked, first liked first. */
  liked(): Candidate[] {
    return (this.sheet?.liked ?? []).flatMap((place) => this.sheet?.candidates[place] ?? []);
  }
}
