import type { SessionHeader } from '@shared/session/session-view'
import type { ExportFormat, ExportInput } from '@shared/session/turn-context'
import type { ExportedAnswer } from '@renderer/state/library/exchange'

/** In the order they are offered: what people read first, then what programs and Cairn read. */
export const exportFormats = [
  'html',
  'docx',
  'pdf',
  'markdown',
  'bundle',
  'json',
  'model-context',
] as const satisfies readonly ExportFormat[]

/** The settings of the export dialog. */
export interface ExportChoice {
  readonly what: 'answer' | 'this' | 'chosen' | 'all'
  /** The answer that `answer` stands for, of the chat that is this one. */
  readonly answer: ExportedAnswer | null
  /** The chat that `this` stands for; null where it was opened for none. */
  readonly thisId: string | null
  readonly chosen: ReadonlySet<string>
  /** Kept while only a bundle is possible, to be in force again afterwards. */
  readonly format: ExportFormat
  readonly leaveOutSensitive: boolean
  readonly replacePaths: boolean
}

/** The settings a dialog begins with; a chat that no longer exists is not offered. */
export function firstChoice(
  sessionId: string | null,
  headers: readonly SessionHeader[],
  answer: ExportedAnswer | null = null,
): ExportChoice {
  const thisId = headers.some(({ id }) => id === sessionId) ? sessionId : null
  return {
    what: thisId === null ? 'all' : answer === null ? 'this' : 'answer',
    answer: thisId === null ? null : answer,
    thisId,
    chosen: new Set(thisId === null ? [] : [thisId]),
    format: 'html',
    leaveOutSensitive: true,
    replacePaths: false,
  }
}

/** The chats that would be exported, of those that are there. */
export function chatsOf({ what, thisId, chosen }: ExportChoice, headers: readonly SessionHeader[]): SessionHeader[] {
  return headers.filter(({ id }) => what === 'all' || (what === 'chosen' ? chosen.has(id) : id === thisId))
}

/** Whether only a bundle can hold it: more than one chat, or no chat but research and notebooks. */
export function isOnlyBundle({ what }: ExportChoice, chats: number): boolean {
  return chats > 1 || (chats === 0 && what === 'all')
}

export function formatInForce(choice: ExportChoice, chats: number): ExportFormat {
  return isOnlyBundle(choice, chats) ? 'bundle' : canHold(choice, choice.format) ? choice.format : 'html'
}

/** Whether a format can hold what is chosen; one answer is written as pages to read and nothing else. */
export function canHold({ what }: ExportChoice, format: ExportFormat): boolean {
  return what !== 'answer' || !['bundle', 'json', 'model-context'].includes(format)
}

/**
 * The choice as the engine takes it; null where there is nothing to export.
 * @param hasWork whether there is research or a notebook, which go with everything.
 */
export function exportInput(
  choice: ExportChoice,
  headers: readonly SessionHeader[],
  hasWork: boolean,
): ExportInput | null {
  const chats = chatsOf(choice, headers)
  if (chats.length === 0 && !(hasWork && choice.what === 'all')) return null
  return {
    // Without ids the engine exports all, those that this window has not heard of yet as well.
    ids: choice.what === 'all' ? [] : chats.map(({ id }) => id),
    format: formatInForce(choice, chats.length),
    leave_out_sensitive: choice.leaveOutSensitive,
    replace_paths: choice.replacePaths,
    ...(choice.what === 'answer' && choice.answer && { turn_id: choice.answer.turnId }),
  }
}
