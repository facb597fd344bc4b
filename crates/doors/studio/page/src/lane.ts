/** A worker that answers one question after another. */

/** Milliseconds that a question of a script may take. */
const PATIENCE = 10_000;

interface Waiting {
  question: string;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Only the question that takes too long fails; those that wait behind it are answered. */
export class Lane {
  private worker: Worker | undefined;
  private readonly waiting: Waiting[] = [];
  /** The worker has its code, which may take a while to come over the net. */
  private isReady = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** A question that takes longer is hostile: its worker is ended, and another one begins. */
  constructor(private readonly patience = PATIENCE) {}

  ask(question: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question: JSON.stringify(question), resolve, reject });
      if (this.waiting.length === 1) this.next();
    });
  }

  private next(): void {
    const [first] = this.waiting;
    if (!first) return;
    this.worker ??= this.begin();
    this.worker.postMessage(first.question);
    if (this.isReady) this.watch();
  }

  private watch(): void {
    this.timer = setTimeout(() => this.fail("This takes too long."), this.patience);
  }

  private begin(): Worker {
    const worker = new Worker("worker.js");
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      if (data === "ready") {
        this.isReady = true;
        this.watch();
        return;
      }
      clearTimeout(this.timer);
      this.waiting.shift()?.resolve(JSON.parse(data));
      this.next();
    };
    worker.onerror = ({ message }) => this.fail(`The question ended in a fault of the studio: ${message}`);
    return worker;
  }

  /** The worker cannot go on; it answers nothing more, and the next question has a new one. */
  private fail(message: string): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = undefined;
    this.isReady = false;
    this.waiting.shift()?.reject(new Error(message));
    this.next();
  }
}
