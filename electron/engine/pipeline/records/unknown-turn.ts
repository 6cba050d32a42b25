import { CairnError } from '@shared/errors'

/** For a turn that should take the place of one its session does not hold. */
export function unknownTurn(id: string): CairnError {
  return new CairnError('INVALID_INPUT', `This session has no turn ${id}.`, 'Ask the question as a new one.')
}
