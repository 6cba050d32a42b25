import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface RotatingFileOptions {
  /** Absolute; made when something is written. */
  readonly folder: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Bytes of one file, about; 1 MB by default. */
  readonly fileBytes?: number
  /** Bytes of all files, about; 8 MB by default. */
  readonly mostBytes?: number
  /** 14 by default. */
  readonly mostDays?: number
}

const pattern = /^cairn-(\d{4}-\d\d-\d\d)(?:\.(\d{3}))?\.jsonl$/u
const dayMs = 86_400_000

interface LogFile {
  readonly name: string
  readonly day: string
  readonly number: number
  readonly bytes: number
}

/**
 * A destination for lines: one file a day, a further one where it has grown over its size, the oldest deleted by age and by the size of all. Each
 * line is written at once, because the next thing may be a crash; libraries that rotate files (rotating-file-stream, pino-roll) write later.
 * Never throws: what cannot be written goes to stderr.
 */
export class RotatingFile {
  #current: { readonly day: string; readonly path: string; bytes: number } | undefined
  #isFailing = false
  #isBegun = false

  constructor(private readonly options: RotatingFileOptions) {}

  get folder(): string {
    return this.options.folder
  }

  write(line: string): void {
    try {
      const file = this.#fileFor(Buffer.byteLength(line))
      appendFileSync(file.path, line, { mode: 0o600 })
      file.bytes += Buffer.byteLength(line)
      this.#isFailing = false
    } catch (thrown) {
      this.#current = undefined
      if (!this.#isFailing) process.stderr.write(`The log cannot be written: ${String(thrown)}\n`)
      this.#isFailing = true
    }
  }

  /** The files there are, oldest first, as absolute paths. */
  paths(): string[] {
    return this.#files().map(({ name }) => join(this.options.folder, name))
  }

  #fileFor(bytes: number): { readonly day: string; readonly path: string; bytes: number } {
    const { folder, now, fileBytes = 1_000_000 } = this.options
    const day = new Date(now()).toISOString().slice(0, 10)
    if (this.#current?.day === day && this.#current.bytes + bytes <= fileBytes) return this.#current
    this.#makeFolder()
    const last = this.#files().findLast((file) => file.day === day)
    const hasRoom = last && last.bytes + bytes <= fileBytes
    const number = last ? last.number + (hasRoom ? 0 : 1) : 0
    const name = number === 0 ? `cairn-${day}.jsonl` : `cairn-${day}.${String(number).padStart(3, '0')}.jsonl`
    this.#current = { day, path: join(folder, name), bytes: hasRoom ? last.bytes : 0 }
    this.#deleteOld(bytes)
    return this.#current
  }

  /** With what is above it only at first: a store that was moved away while it was open is not begun anew by its log. */
  #makeFolder(): void {
    const { folder } = this.options
    if (this.#isBegun && existsSync(folder)) return
    mkdirSync(folder, { recursive: !this.#isBegun, mode: 0o700 })
    this.#isBegun = true
  }

  #deleteOld(coming: number): void {
    const { folder, now, mostBytes = 8_000_000, mostDays = 14 } = this.options
    const first = new Date(now() - mostDays * dayMs).toISOString().slice(0, 10)
    const files = this.#files()
    let total = files.reduce((sum, { bytes }) => sum + bytes, coming)
    for (const { name, day, bytes } of files) {
      if (day >= first && total <= mostBytes) return
      rmSync(join(folder, name), { force: true })
      total -= bytes
    }
  }

  #files(): LogFile[] {
    const { folder } = this.options
    const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
    return names
      .flatMap((name): LogFile[] => {
        const [, day, number = '0'] = pattern.exec(name) ?? []
        const bytes = statSync(join(folder, name), { throwIfNoEntry: false })?.size
        return day === undefined || bytes === undefined ? [] : [{ name, day, number: Number(number), bytes }]
      })
      .toSorted((a, b) => (a.day === b.day ? a.number - b.number : a.day < b.day ? -1 : 1))
  }
}
