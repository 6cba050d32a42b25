/** Everything that the rounds of a session share, by the names of the source. */
export const contextNames = [
  'ID',
  'MODE',
  'LOG_PATH',
  'REQUEST',
  'SUBTASK',
  'PREVIOUS_SUBTASKS',
  'HOST_MESSAGE',
  'REQUEST_LOGGER',
  'LOGGER',
  'EVALUATION_LOGGER',
  'ROUND_STEP',
  'SESSION_STEP',
  'CURRENT_ROUND_ID',
  'APPLICATION_WINDOW',
  'APPLICATION_PROCESS_NAME',
  'APPLICATION_ROOT_NAME',
  'CONTROL_REANNOTATION',
  'SESSION_COST',
  'ROUND_COST',
  'ROUND_SUBTASK_AMOUNT',
  'CURRENT_ROUND_STEP',
  'CURRENT_ROUND_COST',
  'CURRENT_ROUND_SUBTASK_AMOUNT',
  'STRUCTURAL_LOGS',
] as const

export type ContextName = (typeof contextNames)[number]

/** What is a dictionary by round id, and so can be updated. */
export const dictionaryNames = ['ROUND_STEP', 'ROUND_COST', 'ROUND_SUBTASK_AMOUNT', 'STRUCTURAL_LOGS'] as const
export type DictionaryName = (typeof dictionaryNames)[number]

/** What has to be the live object of this process, and so cannot be stored. */
export const loggerNames = ['REQUEST_LOGGER', 'LOGGER', 'EVALUATION_LOGGER'] as const
export type LoggerName = (typeof loggerNames)[number]

/** What follows from a dictionary and the current round, with that dictionary: writing it writes there. */
export const derivedFrom: readonly (readonly [ContextName, DictionaryName])[] = [
  ['CURRENT_ROUND_STEP', 'ROUND_STEP'],
  ['CURRENT_ROUND_COST', 'ROUND_COST'],
  ['CURRENT_ROUND_SUBTASK_AMOUNT', 'ROUND_SUBTASK_AMOUNT'],
  ['SESSION_STEP', 'ROUND_STEP'],
  ['SESSION_COST', 'ROUND_COST'],
]
