import { isDeepStrictEqual } from 'node:util'
import { type ContextName, contextNames, derivedFrom, type DictionaryName, dictionaryNames } from './context-schemas'
import { emptyContextValues, type LogEntry, logEntry, type LoggerName, loggerNames } from './context-schemas'
import type { RoundContextValues, RoundCost, RoundLogger } from './context-schemas'
import { isPlainObject, type Json } from '../export/json-value'
import { contextRefusal, parseContextValue, problemsOf, requireName } from './parse-context-value'
import { syncRounds } from './sync-rounds'

/** A context as plain data: dictionaries are objects, their keys the numbers' digits. */
export interface ContextDict {
  readonly values: Record<string, Json | RoundLogger>
  /** Names whose value could not be stored and is null instead. */
  readonly dropped: ContextName[]
}

/**
 * The state that all rounds of a session share. What is read is always a copy, and what is written is checked and
 * copied first, so that current round, dictionaries and session totals cannot disagree. Every refusal is a CairnError
 * `INVALID_INPUT` that names the key, and leaves everything as it was.
 */
export class RoundContext {
  #values = emptyContextValues()

  get<Name extends ContextName>(name: Name): RoundContextValues[Name] {
    requireName(name)
    const value = this.#values[name]
    return isLoggerName(name) ? value : structuredClone(value)
  }

  /** Writes a value, and what depends on it: see `syncRounds` for current and session values. */
  set<Name extends ContextName>(name: Name, value: RoundContextValues[Name]): void {
    this.#write(name, value)
  }

  /** Adds to a dictionary, as a Map or an object: a round that is there already is replaced, the others stay. */
  update<Name extends DictionaryName>(name: Name, entries: RoundContextValues[Name]): void {
    requireName(name)
    if (!dictionaryNames.some((known) => known === name)) {
      throw contextRefusal(`${name} is no dictionary.`, `Only ${dictionaryNames.join(', ')} can be updated.`)
    }
    const added: Iterable<[unknown, unknown]> = parseContextValue(name, entries)
    const held: Iterable<[unknown, unknown]> = this.#values[name]
    this.#write(name, new Map([...held, ...added]))
  }

  /** Steps of the current round; 0 for a round without any. */
  get currentRoundStep(): number {
    return this.get('CURRENT_ROUND_STEP')
  }

  set currentRoundStep(step: number) {
    this.set('CURRENT_ROUND_STEP', step)
  }

  /** Tokens and milliseconds of the current round. */
  get currentRoundCost(): RoundCost {
    return this.get('CURRENT_ROUND_COST')
  }

  set currentRoundCost(cost: RoundCost) {
    this.set('CURRENT_ROUND_COST', cost)
  }

  /** How many subtasks the current round has. */
  get currentRoundSubtaskAmount(): number {
    return this.get('CURRENT_ROUND_SUBTASK_AMOUNT')
  }

  set currentRoundSubtaskAmount(amount: number) {
    this.set('CURRENT_ROUND_SUBTASK_AMOUNT', amount)
  }

  /** Keeps a copy of what a step noted, under its `Round` and `SubtaskIndex`, both whole numbers and both required. */
  addToStructuralLogs(data: Readonly<Record<string, unknown>>): void {
    const parsed = logEntry.safeParse(data)
    if (!parsed.success) {
      throw contextRefusal(
        `This cannot be logged: ${problemsOf(parsed.error)}`,
        'Give Round and SubtaskIndex as numbers.',
      )
    }
    const [round, subtask] = [Number(parsed.data.Round), Number(parsed.data.SubtaskIndex)]
    const logs = this.#values.STRUCTURAL_LOGS
    const subtasks = logs.get(round) ?? new Map<number, LogEntry[]>()
    const entries = subtasks.get(subtask) ?? []
    entries.push(parsed.data)
    logs.set(round, subtasks.set(subtask, entries))
  }

  /**
   * What the steps of a subtask noted, in order: the values of one key, or objects with the keys of a list. A round or
   * subtask without logs has none. A log without a wanted key is an error, because the values would no longer line up
   * with the steps.
   */
  filterStructuralLogs(round: number, subtask: number, key: string): Json[]
  filterStructuralLogs(round: number, subtask: number, keys: readonly string[]): LogEntry[]
  filterStructuralLogs(round: number, subtask: number, keys: string | readonly string[]): Json[] {
    const entries = this.#values.STRUCTURAL_LOGS.get(round)?.get(subtask) ?? []
    return entries.map((entry, at) => {
      const valueOf = (key: string): Json => {
        const value = Object.hasOwn(entry, key) ? entry[key] : undefined
        if (value !== undefined) return structuredClone(value)
        throw contextRefusal(
          `Log ${at} of round ${round}, subtask ${subtask} has no ${JSON.stringify(key)}.`,
          'Ask for keys that all logs of the subtask have.',
        )
      }
      return typeof keys === 'string' ? valueOf(keys) : Object.fromEntries(keys.map((key) => [key, valueOf(key)]))
    })
  }

  /** A deep copy of everything. With `ensureSerializable`, loggers become null and are named in `dropped`. */
  toDict({ ensureSerializable = false } = {}): ContextDict {
    const values: ContextDict['values'] = {}
    const dropped: ContextName[] = []
    for (const name of contextNames) {
      if (!isLoggerName(name)) values[name] = toPlain(this.#values[name])
      else if (!ensureSerializable || this.#values[name] === null) values[name] = this.#values[name]
      else {
        values[name] = null
        dropped.push(name)
      }
    }
    return { values, dropped }
  }

  /** `toDict` as JSON text, in the same order every time. */
  toJson(): { json: string; dropped: ContextName[] } {
    const { values, dropped } = this.toDict({ ensureSerializable: true })
    return { json: JSON.stringify(values), dropped }
  }

  /**
   * A context from the values of `toDict`, or from some of them; the rest is empty.
   * @throws CairnError `INVALID_INPUT` for unknown keys, wrong values, and current or session values that contradict
   * the rounds given with them.
   */
  static fromDict(values: unknown): RoundContext {
    if (!isPlainObject(values)) throw contextRefusal('A round context is an object.', 'Give what toDict made.')
    const given = new Map<string, unknown>(Object.entries(values))
    for (const name of given.keys()) requireName(name)
    const derived: ReadonlyMap<ContextName, DictionaryName> = new Map(derivedFrom)
    const context = new RoundContext()
    for (const name of contextNames) if (given.has(name) && !derived.has(name)) context.#write(name, given.get(name))
    // Where the rounds themselves are not given, what is known of them is.
    for (const [name, dictionary] of derived) {
      if (given.has(name) && !given.has(dictionary)) context.#write(name, given.get(name))
    }
    for (const [name, dictionary] of derived) {
      if (!given.has(name) || isDeepStrictEqual(parseContextValue(name, given.get(name)), context.#values[name]))
        continue
      throw contextRefusal(`${name} does not agree with ${dictionary}.`, 'Correct one of the two, or leave it out.')
    }
    return context
  }

  /** Reads what `toJson` wrote; round ids and subtask indices are numbers again. */
  static fromJson(json: string): RoundContext {
    let values: unknown
    try {
      values = JSON.parse(json)
    } catch {
      throw contextRefusal('This round context is no JSON.', 'Give what toJson made, whole.')
    }
    return RoundContext.fromDict(values)
  }

  #write(name: ContextName, value: unknown): void {
    this.#values = syncRounds({ ...this.#values, [name]: parseContextValue(name, value) }, name)
  }
}

function isLoggerName(name: ContextName): name is LoggerName {
  return loggerNames.some((known) => known === name)
}

type Storable = Exclude<RoundContextValues[Exclude<ContextName, LoggerName>], Map<number, unknown>>
type Dictionary = Map<number, Storable | LogEntry[] | Dictionary>

/** In ascending order of the keys, so that the same context gives the same text. */
function toPlain(value: Storable | LogEntry[] | Dictionary): Json {
  if (!(value instanceof Map)) return structuredClone(value)
  return Object.fromEntries([...value].sort(([a], [b]) => a - b).map(([key, held]) => [String(key), toPlain(held)]))
}
