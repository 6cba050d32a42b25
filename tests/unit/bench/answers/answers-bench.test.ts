import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../../../../bench/answers/answers-bench'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-bench-test-'))
  const passages = [
    { id: 'a', title: 'Pumps', text: 'The pump of Ellerby was built by Maria Holt in 1911. It still runs.' },
    { id: 'b', title: 'Wells', text: 'The well of Ellerby is twenty metres deep.' },
  ]
  const questions = [{ question: 'Who built the pump of Ellerby?', passage: 'a', answers: ['Maria Holt'] }]
  await writeFile(join(folder, 'data.json'), JSON.stringify({ passages, questions }))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('answers with everything the pipeline needs, with and without the graph', async () => {
  for (const more of [[], ['--without', 'graph']]) {
    const lines: string[] = []
    const io = { print: (line: string) => lines.push(line), progress: () => undefined, resources: 'resources' }
    await run(['--data', join(folder, 'data.json'), ...more], io)
    expect(JSON.parse(lines.join(''))).toMatchObject({ questions: 1, cairn: { f1: 1, first_citation: 1 } })
  }
})
