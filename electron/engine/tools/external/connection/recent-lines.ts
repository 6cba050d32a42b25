import type { Readable } from 'node:stream'
import { visibleText } from '../listing/plain-label'

const most = { lines: 300, characters: 500, open: 16_384 }

/** The latest lines of a server's error output: bounded whatever it writes, secrets hidden. */
export class RecentLines {
  readonly #lines: string[] = []
  #open = ''
  #missing = 0

  constructor(private readonly mask: (text: string) => string) {}

  follow(stream: Readable): void {
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => this.write(chunk))
  }

  write(chunk: string): void {
    const parts = `${this.#open}${chunk}`.split('\n')
    this.#open = (parts.pop() ?? '').slice(0, most.open)
    this.#missing += Math.max(0, parts.length - most.lines)
    for (const line of parts.slice(-most.lines)) this.add(line)
  }

  add(line: string): void {
    const text = visibleText(this.mask(line.slice(0, 4 * most.characters))).trim()
    if (text === '') return
    this.#lines.push(text.slice(0, most.characters))
    if (this.#lines.length <= most.lines) return
    this.#lines.shift()
    this.#missing += 1
  }

  /** Oldest first. */
  get lines(): readonly string[] {
    const first = this.#missing > 0 ? [`… ${this.#missing} earlier lines`] : []
    return [...first, ...this.#lines, ...(this.#open === '' ? [] : [this.mask(this.#open).slice(0, most.characters)])]
  }

  /** What it said last, for an error; empty where it said nothing. */
  get last(): string {
    return this.lines.at(-1) ?? ''
  }
}
