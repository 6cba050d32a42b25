import { CairnError } from '@shared/errors'

export function answerTooLarge(bytes: number): CairnError {
  const size = Math.round(bytes / 1024 / 1024)
  return new CairnError(
    'TOOL_FAILED',
    `The server sent more than ${size} MB at once, which was not read.`,
    'Ask for less at a time.',
  )
}

export function answerUnreadable(): CairnError {
  return new CairnError(
    'TOOL_FAILED',
    'The server sent an answer that is none.',
    'Try again, or ask without this tool.',
  )
}

export function flooded(): CairnError {
  return new CairnError(
    'TOOL_FAILED',
    'The server sent messages without end, so it was stopped.',
    'Ask without this tool.',
  )
}

export function readsNothing(): CairnError {
  return new CairnError('TOOL_FAILED', 'The server reads nothing of what it is sent, so it was stopped.', 'Try again.')
}

/** How a server ended, with what it said last; the text is clean already. */
export function serverEnded(how: string, said: string): CairnError {
  const last = said === '' ? '' : ` Its last words: ${said}`
  return new CairnError('TOOL_FAILED', `The server ended (${how}).${last}`, 'Look at its log in the settings.')
}
