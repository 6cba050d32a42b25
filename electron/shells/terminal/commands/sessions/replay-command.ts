import { onlyIn, type Outcome, type ReplayMode, type TurnReplay } from '@shared/session/replay'
import { exitCode, type Command } from '../../command'
import { printableJson, printableLine } from '../../print/printable'
import { chosenSession } from './session-choice'
import type { Say } from '../../words/terminal-words'

export const replay: Command = {
  name: 'replay',
  usage: '<session> [--turn id] [--search] [--json]',
  about: 'aboutReplay',
  options: ['turn', 'search', 'json'],
  needs: 'whatSession',
  maxOperands: 1,
  async run(context) {
    const { args, out, err, say, signal } = context
    const input = {
      id: chosenSession(context, 'replay'),
      turn_id: args.text('turn'),
      mode: args.has('search') ? ('search' as const) : ('record' as const),
    }
    const client = await context.client()
    let count = 0
    let same = 0
    for await (const turn of await client.sessions.replay(input, { signal })) {
      count += 1
      if (isSame(turn)) same += 1
      if (args.has('json')) out.line(printableJson(turn))
      else for (const line of turnLines(turn, input.mode, say)) out.line(line)
    }
    if (count === 0) err.line(say('noTurns'))
    else if (!args.has('json')) out.line(say('replaySummary', { same, count }))
    // A check that looked at nothing has not shown anything.
    return count > 0 && same === count ? exitCode.fine : exitCode.failed
  },
}

function isSame({ same_answer: answer, same_evidence: evidence }: TurnReplay): boolean {
  return answer && evidence
}

function turnLines(turn: TurnReplay, wanted: ReplayMode, say: Say): string[] {
  const found = [
    say(turn.same_answer ? 'sameAnswer' : 'otherAnswer'),
    say(turn.same_evidence ? 'sameEvidence' : 'otherEvidence'),
    ...(turn.mode === wanted ? [] : [say('askedAgain')]),
  ]
  const mark = isSame(turn) ? '✓' : '✗'
  return [
    `${mark} ${printableLine(turn.turn_id)}  ${found.join(' · ')}  ${printableLine(turn.question)}`,
    ...turn.caveats.map((caveat) => `    ~ ${say(`caveat_${caveat}`)}`),
    ...(turn.same_answer ? [] : answerDifference(turn)),
    ...(turn.same_evidence ? [] : evidenceDifference(turn)),
  ]
}

function answerDifference({ diff }: TurnReplay): string[] {
  const marks = { same: ' ', removed: '-', added: '+' }
  return diff.flatMap(({ kind, text }) => (kind === 'same' ? [] : [`    ${marks[kind]} ${printableLine(text)}`]))
}

/** The passages only one side rests on; where both have the same ones, their order differs, and nothing is listed. */
function evidenceDifference({ recorded, replayed }: TurnReplay): string[] {
  return [
    ...onlyIn(recorded, replayed).map((one) => `    - ${placeLine(one)}`),
    ...onlyIn(replayed, recorded).map((one) => `    + ${placeLine(one)}`),
  ]
}

function placeLine({ document_title: title, place }: Outcome['evidence'][number]): string {
  return `[${printableLine(title)}] ${printableLine(place)}`
}
