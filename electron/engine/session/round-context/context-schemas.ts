import { CairnError } from '@shared/errors'
import { z } from 'zod'
import type { ContextName } from './context-names'
import { jsonCopy, isPlainObject, type Json } from '../export/json-value'

/** Takes a line of what goes on in a session. */
export interface RoundLogger {
  write: (line: string) => void
}

/** What one step noted; the numbers under `Round` and `SubtaskIndex` say where it belongs. */
export type LogEntry = Record<string, Json>

// -0 would come back from JSON as 0.
const integer = z.int().overwrite((value) => value + 0)
const count = integer.nonnegative()
const text = z.string()

/** What something took: tokens of language models, and whole milliseconds, so that sums are exact. */
const RoundCost = z.strictObject({ tokens: count, ms: count })
export type RoundCost = z.infer<typeof RoundCost>

const json = z.unknown().transform((value, context): Json => {
  try {
    return jsonCopy(value)
  } catch (thrown) {
    if (!(thrown instanceof CairnError)) throw thrown
    context.addIssue({ code: 'custom', message: thrown.message })
    return z.NEVER
  }
})

/** @internal Parses one structural log: any JSON object with two whole numbers in it. */
export const logEntry = json.transform((value, context): LogEntry => {
  if (!isEntry(value)) {
    context.addIssue({ code: 'custom', message: 'A log is an object.' })
    return z.NEVER
  }
  for (const key of ['Round', 'SubtaskIndex']) {
    if (!Number.isSafeInteger(value[key])) {
      context.addIssue({ code: 'custom', path: [key], message: 'A whole number is required.' })
    }
  }
  return value
})

function isEntry(value: Json): value is LogEntry {
  return isPlainObject(value)
}

const logger = z.custom<RoundLogger>((value) => isLogger(value), 'Not a logger.').nullable()

function isLogger(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'write') === 'function'
}

/** A dictionary with whole numbers for keys: a Map, or an object as JSON has it, whose keys become numbers again. */
function byIndex<Value extends z.ZodType>(value: Value) {
  return z.preprocess(withNumberKeys, z.map(integer, value))
}

function withNumberKeys(value: unknown): unknown {
  if (!isPlainObject(value)) return value
  // Other spellings, such as 01, are left to be refused: they would meet 1 under the same key.
  return new Map(Object.entries(value).map(([key, held]) => [String(Number(key)) === key ? Number(key) : key, held]))
}

const structuralLogs = byIndex(byIndex(z.array(logEntry))).superRefine((rounds, context) => {
  for (const [round, subtasks] of rounds) {
    for (const [subtask, entries] of subtasks) {
      for (const [at, entry] of entries.entries()) {
        if (entry.Round === round && entry.SubtaskIndex === subtask) continue
        context.addIssue({
          code: 'custom',
          path: [round, subtask, at],
          message: 'Belongs to another round or subtask.',
        })
      }
    }
  }
})

/** @internal One schema for each name; what they give is a copy, loggers excepted. */
export const contextSchemas = {
  ID: text,
  MODE: text,
  LOG_PATH: text,
  REQUEST: text,
  SUBTASK: text,
  PREVIOUS_SUBTASKS: z.array(text),
  HOST_MESSAGE: z.array(text),
  REQUEST_LOGGER: logger,
  LOGGER: logger,
  EVALUATION_LOGGER: logger,
  ROUND_STEP: byIndex(count),
  SESSION_STEP: count,
  CURRENT_ROUND_ID: integer,
  /** Whatever stands for the window; there is none in a terminal. */
  APPLICATION_WINDOW: json,
  APPLICATION_PROCESS_NAME: text,
  APPLICATION_ROOT_NAME: text,
  CONTROL_REANNOTATION: z.array(json),
  SESSION_COST: RoundCost,
  ROUND_COST: byIndex(RoundCost),
  ROUND_SUBTASK_AMOUNT: byIndex(count),
  CURRENT_ROUND_STEP: count,
  CURRENT_ROUND_COST: RoundCost,
  CURRENT_ROUND_SUBTASK_AMOUNT: count,
  STRUCTURAL_LOGS: structuralLogs,
} as const satisfies Record<ContextName, z.ZodType>

/** What each name holds. Dictionaries by round id, and logs by subtask index within that, are Maps. */
export type RoundContextValues = { [Name in ContextName]: z.infer<(typeof contextSchemas)[Name]> }

export function emptyContextValues(): RoundContextValues {
  return {
    ID: '',
    MODE: '',
    LOG_PATH: '',
    REQUEST: '',
    SUBTASK: '',
    PREVIOUS_SUBTASKS: [],
    HOST_MESSAGE: [],
    REQUEST_LOGGER: null,
    LOGGER: null,
    EVALUATION_LOGGER: null,
    ROUND_STEP: new Map(),
    SESSION_STEP: 0,
    CURRENT_ROUND_ID: 0,
    APPLICATION_WINDOW: null,
    APPLICATION_PROCESS_NAME: '',
    APPLICATION_ROOT_NAME: '',
    CONTROL_REANNOTATION: [],
    SESSION_COST: { tokens: 0, ms: 0 },
    ROUND_COST: new Map(),
    ROUND_SUBTASK_AMOUNT: new Map(),
    CURRENT_ROUND_STEP: 0,
    CURRENT_ROUND_COST: { tokens: 0, ms: 0 },
    CURRENT_ROUND_SUBTASK_AMOUNT: 0,
    STRUCTURAL_LOGS: new Map(),
  }
}
