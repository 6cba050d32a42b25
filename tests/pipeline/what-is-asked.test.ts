import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '@engine/ports/engine-interface'
import { createEngine } from '@engine/engine'

const minutes = `# Allotment minutes

The order for the allotment's water tanks is placed once the allotment grant is confirmed, and not before.

The grant has been approved, though only £1,150 of the sum that was asked for.

The treasurer of the allotment reads the accounts at every meeting of the allotment in May.

Otto Brandt keeps the accounts and was thanked for it.
`
const hall = `# Hire of the village hall

The kitchen of the village hall may be hired for parties, weddings and meetings by members and by guests.

Hire of the kitchen: 45 euros a day.

The village hall has parking beside the road and a garden behind the house.
`

const chess = `# Chess club

Whoever wants to join the chess club comes to the library on a Monday evening.
`

let folder = ''
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-asked-'))
  const files = join(folder, 'files')
  const paths = [`${files}-minutes.md`, `${files}-hall.md`, `${files}-chess.md`]
  await writeFile(paths[0] ?? '', minutes)
  await writeFile(paths[1] ?? '', hall)
  await writeFile(paths[2] ?? '', chess)
  engine = await createEngine({
    folder: join(folder, 'store'),
    resources: resolve(import.meta.dirname, '../../resources'),
  })
  for await (const event of engine.ingest({ paths })) expect(event.type).toBe('progress')
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function answerTo(question: string): Promise<string> {
  let response = ''
  for await (const event of engine.ask({ question, search_anyway: true }))
    if (event.type === 'final') response = event.response
  return response
}

describe('an answer gives what is asked', () => {
  test('the sentence that names the amount leads, whatever has more of the words', async () => {
    expect(await answerTo('How much grant money was the allotment approved, of the sum asked for?')).toMatch(
      /^(?:£1,150 \[1\]\n\n)?The grant has been approved, though/u,
    )
  })

  test('another sentence is tried where those with most of the words do not give it', async () => {
    expect(await answerTo('How much does it cost to hire the kitchen of the village hall?')).toContain('45 euros')
  })

  test('nothing leads where no sentence gives it, and the passage that comes closest is shown as that', async () => {
    const response = await answerTo('How much does it cost to join the chess club?')
    expect(response).toMatch(/^The documents do not say this plainly\./u)
    expect(response).toContain('chess club')
  })

  test('a question that asks for none of these is answered as before', async () => {
    expect(await answerTo('Where does the village hall have parking?')).toContain('beside the road')
  })
})
