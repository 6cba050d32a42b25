import type { Attribution } from '@shared/session/replay'
import { UsageError } from '../../args'
import { fitColumns } from '../../print/align-columns'
import { exitCode, type Command, type Context } from '../../command'
import { sayLeftOut } from '../../words/terminal-words'
import { printableJson, printableLine } from '../../print/printable'
import { chosenSession, chosenTurn } from './session-choice'
import type { Say } from '../../words/terminal-words'

type Place = Attribution['evidence'][number]
type Told = NonNullable<Attribution['tools']>[number]

/** Characters shown before the expected words. */
const lead = 20

export const explain: Command = {
  name: 'explain',
  usage: '<session> [--turn id] --expect "text" [--json]',
  about: 'aboutExplain',
  options: ['turn', 'expect', 'json'],
  needs: 'whatSession',
  maxOperands: 1,
  async run(context) {
    const { args, out, signal } = context
    const id = chosenSession(context, 'explain')
    const expected = args.text('expect')?.trim()
    if (!expected) throw new UsageError('missingOption', { command: 'explain', name: '--expect' }, 'explain')
    const client = await context.client()
    const turn = await chosenTurn(context, client, id)
    if (turn === undefined) return exitCode.failed
    const found = await client.sessions.attribute({ id, turn_id: turn, expected }, { signal })
    if (args.has('json')) out.line(printableJson(found, 2))
    else for (const line of attributionLines(found, context)) out.line(line)
    return exitCode.fine
  },
}

function attributionLines({ verdict, evidence, expected, tools = [] }: Attribution, { out, say }: Context): string[] {
  return [
    say(`verdict_${verdict}`),
    ...tools.flatMap((tool) => toolLines(tool, say).map((line) => fitColumns(line, out.columns))),
    ...evidence.flatMap((place, at) => [
      `${at + 1}. ${placeLine(place, say)}`,
      fitColumns(`    ${printableLine(fromExpected(place.text, expected))}`, out.columns),
    ]),
  ]
}

/** What a tool answered, and under it the rows. */
function toolLines({ title, text, failed, rows, documents }: Told, say: Say): string[] {
  const told = say(failed ? 'toolSilent' : 'toolSaid', { title: printableLine(title), text: printableLine(text) })
  const lines = rows.map(({ cells, document_title: name, place }) => {
    const from = name === null ? say('rowWorkedOut') : [name, ...(place === null ? [] : [place])].join(', ')
    return `    ${printableLine(`${cells.join(' | ')} (${from})`)}`
  })
  return [told, ...lines, ...(rows.length === 0 ? documents.map((name) => `    ${printableLine(name)}`) : [])]
}

function placeLine(place: Place, say: Say): string {
  const rank = place.rank === null ? [] : [say('rank', { rank: place.rank })]
  return [printableLine(place.document_title), ...rank, fateOf(place, say)].join(' · ')
}

function fateOf({ left_out_by: by, evidence_id: id }: Place, say: Say): string {
  if (by !== null) return say('placeLeftOut', { reason: printableLine(sayLeftOut(by, say)) })
  return say(id === null ? 'placeNotFound' : 'placeInPrompt')
}

/** The text from shortly before the expected words, so that they are on the line even where it is cut. */
function fromExpected(text: string, expected: string): string {
  const at = text.toLowerCase().indexOf(expected.toLowerCase())
  return at > lead ? `…${text.slice(at - lead).replace(/^\p{Surrogate}/u, '')}` : text
}
