/** Milliseconds of silence: less is a busy machine, more is nobody's pace. */
const silence = { min: 5000, max: 120_000 }
/** Tokens after which the pauses between them say how a model writes; until then its first token does. */
const enough = 5
/** Silence this many times as long as the longest pause so far is no pause any more. */
const patience = 3

/** How a model has been writing, and how long it may be silent before it is taken to have stopped. */
export class WritingPace {
  #longest = 0
  #tokens = 0
  #last: number

  /** `firstTokenMs`: how long its first token took. `now`: milliseconds from any fixed point. */
  constructor(
    private readonly firstTokenMs: number,
    private readonly now: () => number,
  ) {
    this.#last = now()
  }

  /** Something came. */
  beat(): void {
    const at = this.now()
    this.#longest = Math.max(this.#longest, at - this.#last)
    this.#last = at
    this.#tokens += 1
  }

  /** Milliseconds it may be silent now. */
  get silenceMs(): number {
    const longest = this.#tokens >= enough ? this.#longest : Math.max(this.#longest, this.firstTokenMs)
    return Math.min(silence.max, Math.max(silence.min, patience * longest))
  }
}
