import type { LanguageTask } from '@shared/models/models'

/** Late so often in a row, a model is not asked for that task for a while. */
const maxLate = 3

/**
 * Which models were too slow for which tasks. A small task has a deadline that a model may miss without anything being wrong
 * with it: it still answers. But each miss is waited for, so after a few it is not asked for that task until the cool-down.
 */
export class SlowTasks {
  readonly #late = new Map<string, { readonly times: number; readonly at: number }>()

  constructor(
    private readonly now: () => number,
    private readonly coolDownMs: () => number,
  ) {}

  late(id: string, task: LanguageTask): void {
    const { times } = this.#late.get(keyOf(id, task)) ?? { times: 0 }
    this.#late.set(keyOf(id, task), { times: times + 1, at: this.now() })
  }

  inTime(id: string, task: LanguageTask): void {
    this.#late.delete(keyOf(id, task))
  }

  admits(id: string, task: LanguageTask): boolean {
    const late = this.#late.get(keyOf(id, task))
    return !late || late.times < maxLate || this.now() - late.at >= this.coolDownMs()
  }

  reset(id: string): void {
    for (const key of this.#late.keys()) if (key.startsWith(`${id}\n`)) this.#late.delete(key)
  }
}

function keyOf(id: string, task: LanguageTask): string {
  return `${id}\n${task}`
}
