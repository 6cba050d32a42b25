import pino, { type Logger } from 'pino'
import { logLevels } from '@shared/settings'
import { RotatingFile, type RotatingFileOptions } from './rotating-file'
import { withoutWords } from './without-words'

type LogLevel = (typeof logLevels)[number]

interface LogSettings {
  readonly level: LogLevel
  /** Whether lines may hold what documents, questions and people say. */
  readonly text: boolean
}

/** Lines that wait for the log's folder; more are dropped. */
const mostWaiting = 500
const mostCharacters = 4000

/** Structured lines of JSON (pino) in files that rotate. Without words of documents, questions and people, unless the settings want them. */
export class Log {
  readonly #pino: Logger
  readonly #file: RotatingFile
  #waiting: string[] | undefined = []
  #settings: () => LogSettings = () => ({ level: 'info', text: false })

  constructor(options: RotatingFileOptions) {
    this.#file = new RotatingFile(options)
    const write = (line: string) => {
      if (!this.#waiting) this.#file.write(line)
      else if (this.#waiting.length < mostWaiting) this.#waiting.push(line)
    }
    const timestamp = () => `,"time":"${new Date(options.now()).toISOString()}"`
    const formatters = { level: (label: string) => ({ level: label }) }
    this.#pino = pino({ base: { pid: process.pid }, level: 'debug', timestamp, formatters }, { write })
  }

  /** Writes from here on, what has waited first: before, it is not known whether the folder may be written to. */
  begin(settings?: () => LogSettings): void {
    if (settings) this.#settings = settings
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const line of waiting) this.#file.write(line)
  }

  /** Something that ought not to happen, in words. */
  readonly warn = (line: string): void => this.#say('warn', {}, line)

  readonly error = (line: string): void => this.#say('error', {}, line)

  /** Something that happened as it should; `facts` are ids, counts and names of Cairn's own. */
  note(level: 'info' | 'debug', message: string, facts: Readonly<Record<string, unknown>>): void {
    this.#say(level, facts, message)
  }

  /** The files of the log, oldest first. */
  paths(): string[] {
    return this.#file.paths()
  }

  get folder(): string {
    return this.#file.folder
  }

  #say(level: LogLevel, facts: object, message: string): void {
    const { level: least, text } = this.#settings()
    if (logLevels.indexOf(level) > logLevels.indexOf(least)) return
    const said = text ? message : withoutWords(message)
    this.#pino[level](facts, said.slice(0, mostCharacters))
  }
}
