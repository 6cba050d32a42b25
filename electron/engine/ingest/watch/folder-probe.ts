import { stat } from 'node:fs/promises'
import { withDeadline } from '@engine/platform/deadline'

/** A disk that sleeps wakes within this time, in milliseconds; a network that does not answer is away. */
const answersWithinMs = 8000

/**
 * Looks whether folders can be seen. The file system of a network that does not answer may keep a question for minutes, and a few of
 * those would hold up every file of Cairn: of each folder only one is ever open.
 */
export class FolderProbe {
  readonly #open = new Map<string, Promise<string>>()
  readonly #known = new Map<string, string>()

  constructor(
    private readonly ask: (path: string) => Promise<string> = identityOf,
    private readonly withinMs = answersWithinMs,
  ) {}

  /** `other`: the folder is another one than when it was last looked at, as after a disk was mounted. */
  async look(path: string): Promise<'same' | 'other' | 'away'> {
    const open = this.#open.get(path) ?? this.ask(path).finally(() => this.#open.delete(path))
    this.#open.set(path, open)
    try {
      const identity = await withDeadline(() => open, this.withinMs, undefined)
      const before = this.#known.get(path)
      this.#known.set(path, identity)
      return before === undefined || before === identity ? 'same' : 'other'
    } catch {
      // Not there, forbidden, or no answer: in each case nobody knows what is in it.
      open.catch(() => undefined)
      return 'away'
    }
  }
}

/** Tells one folder from another that is later mounted at its place. Throws where it cannot be seen or is no folder. */
async function identityOf(path: string): Promise<string> {
  const facts = await stat(path)
  if (!facts.isDirectory()) throw new Error('This is no folder.')
  return `${facts.dev}:${facts.ino}`
}
