import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { answersOf, compareAnswers, whenMapped } from '../../bench/backup/answers'

const resources = resolve(import.meta.dirname, '../../resources')
const places = ['harbour', 'mill', 'tower', 'bridge', 'archive', 'orchard', 'quarry', 'station']
const people = ['Amina Velt', 'Jonas Kray', 'Chen Yulan', 'Petra Holm', 'Omar Siddiq']

/** Reports that say much of the same: passages that score alike are what answers differ by. */
function reportOf(at: number): string {
  const [place = '', person = ''] = [places[at % places.length], people[at % people.length]]
  const parts = Array.from({ length: 6 }, (_, part) => {
    const year = 1950 + ((at * 7 + part * 3) % 60)
    return [
      `## Part ${part + 1}`,
      `The ${place} was inspected in ${year}. ${person} led the inspection of the ${place}.`,
      `The report on the ${place} was filed with the archive. Nobody has asked for it since.`,
      `Part ${part + 1} of the ${place} was repaired for ${(at + 3) * (part + 2)} crowns.`,
    ].join('\n\n')
  })
  return [`# Report ${at}`, ...parts].join('\n\n')
}

const questions = [
  ...places.slice(0, 4).map((place) => `When was the ${place} inspected?`),
  ...people.slice(0, 3).map((person) => `What did ${person} lead?`),
  'What was filed with the archive?',
  'How much did the repair of the quarry cost?',
  'What do the reports say of the orchard and the station?',
]

async function opened(folder: string): Promise<Engine> {
  const engine = await createEngine({ folder, resources })
  onTestFinished(() => engine.close())
  return engine
}

test('the same question gives the same answer again, and in a library that was restored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-same-answers-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = join(folder, 'files')
  await mkdir(files)
  for (let at = 0; at < 40; at += 1) await writeFile(join(files, `report-${at}.md`), reportOf(at))
  const engine = await opened(join(folder, 'store'))
  for await (const _ of engine.ingest({ paths: [files] }));
  await whenMapped(engine)
  const first = await answersOf(engine, questions)
  expect(compareAnswers(questions, first, await answersOf(engine, questions)).other).toEqual([])
  const path = join(folder, 'backup.tar')
  for await (const _ of engine.backups.backUp({ path }));
  const other = await opened(join(folder, 'other'))
  for await (const _ of other.backups.restore({ path, whole_part: false }));
  await whenMapped(other)
  const { in_time: inTime, other: differing } = compareAnswers(questions, first, await answersOf(other, questions))
  expect(differing).toEqual([])
  // What has no time five times is not compared; on a machine that is only busy that is not most of them.
  expect(inTime).toBeGreaterThan(questions.length / 2)
})
