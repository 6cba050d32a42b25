import type { Gap } from '@shared/documents'
import { limits } from '../files/read-regular-file'
import type { Unread } from './members'

const namesShown = 5

/** Why each kind was not read, after "3 files were not read:". */
const reasons: Record<Exclude<Unread, 'too many' | 'deleted'>, string> = {
  encrypted: 'protected with a password',
  link: 'links to other files',
  'no file': 'no file but a device, a pipe or a file with holes',
  packing: 'packed in a way Cairn cannot unpack',
  damaged: 'damaged',
  overlapping: 'laid over other files, as in archives made to exhaust a computer',
  'too large': `larger than ${Math.floor(limits.fileBytes / 1024 / 1024)} MB`,
  'too deep': `more than ${limits.memberDepth} files deep in one another`,
}

/** What a file holds that did not become documents, as gaps of its own document. */
export class UnreadMembers {
  readonly #paths = new Map<Unread, { count: number; shown: string[] }>()
  /** How many members were met, read or not. */
  #met = 0
  #read = 0

  /** @param what how people call the members: `files`, `messages`. */
  constructor(private readonly what: string = 'files') {}

  note(path: string, outcome: Unread | 'taken'): void {
    this.#met += 1
    if (outcome === 'taken') this.#read += 1
    else {
      const known = this.#paths.get(outcome) ?? { count: 0, shown: [] }
      known.count += 1
      if (known.shown.length < namesShown) known.shown.push(path)
      this.#paths.set(outcome, known)
    }
  }

  get met(): number {
    return this.#met
  }

  /** Whether members were met and all of them went unread for this reason. */
  isAll(reason: Unread): boolean {
    return this.#met > 0 && this.#paths.get(reason)?.count === this.#met
  }

  /** @param total.isLeast the file holds at least as many as were met: it was not read to its end. */
  gaps({ isLeast }: { isLeast: boolean } = { isLeast: false }): Gap[] {
    const gaps: Gap[] = []
    if (this.#paths.has('too many') || isLeast) {
      const [read, met] = [this.#read, this.#met].map((count) => count.toLocaleString('en-US'))
      const all = isLeast ? `at least ${met ?? ''}` : (met ?? '')
      gaps.push({
        kind: 'truncated',
        detail: `${read ?? ''} of ${all} ${this.what} were read; together they are too many or too large.`,
      })
    }
    for (const [reason, { count, shown }] of this.#paths) {
      if (reason === 'too many') continue
      gaps.push({ kind: 'skipped_part', detail: inWords(reason, count, shown) })
    }
    return gaps
  }
}

function inWords(reason: Exclude<Unread, 'too many'>, count: number, shown: readonly string[]): string {
  const more = count - shown.length
  const names = `${shown.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''}`
  if (reason === 'deleted') {
    return count === 1
      ? `1 message is marked as deleted and was not read: ${names}.`
      : `${count.toLocaleString('en-US')} messages are marked as deleted and were not read: ${names}.`
  }
  const what = count === 1 ? '1 file was' : `${count.toLocaleString('en-US')} files were`
  return `${what} not read (${reasons[reason]}): ${names}.`
}
