import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProgressBar } from '../../../../bench/progress-bar'
import { run } from '../../../../bench/retrieval/retrieval-bench'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-bench-test-'))
  const passages = [
    { id: 'a', text: 'The pump was built in 1911.' },
    { id: 'distractor-0-0', text: '水位在三月上升了百分之五十。' },
  ]
  const questions = [
    { question: 'When did they build the pumps?', passage: 'a' },
    { question: '3月水位上升了50%嗎', passage: 'distractor-0-0' },
  ]
  await writeFile(join(folder, 'data.json'), JSON.stringify({ passages, questions }))
  await writeFile(join(folder, 'one.txt'), 'A line about wells.\n\nAnother about rain.\r\n')
  await writeFile(join(folder, 'two.txt'), 'Pumps are useful.')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function bench(...args: string[]): Promise<unknown> {
  const lines: string[] = []
  const io = { print: (line: string) => lines.push(line), progress: () => undefined, resources: 'resources' }
  await run(['--data', join(folder, 'data.json'), ...args], io)
  return JSON.parse(lines.join(''))
}

describe('bench retrieval', () => {
  it('finds what is asked for among distractors, with the rankers chosen', async () => {
    const figures = await bench('--distractors', join(folder, 'one.txt'), join(folder, 'two.txt'), '--rankers', 'bm25')
    expect(figures).toMatchObject({ passages: 2, distractors: 3, questions: 2, bm25: { 'hit@1': 1 } })
    expect(figures).not.toHaveProperty('cairn')
    expect(figures).not.toHaveProperty('vector')
  })

  it('says what it does not know', async () => {
    await expect(bench('--rankers', 'bm25,toString')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(bench('stray.txt')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

describe('the progress bar', () => {
  const told = (isTTY: boolean) => {
    const lines: string[] = []
    const drawn: string[] = []
    const io = { print: () => undefined, progress: (line: string) => void lines.push(line), resources: '' }
    let now = 1000
    const bar = createProgressBar(io, { isTTY, write: (text) => drawn.push(text) }, () => now)
    for (let at = 0; at < 200; at += 1, now += 100) bar.step('questions', at, 200)
    bar.end()
    return { lines, drawn }
  }

  it('is one line on a terminal, drawn over again', () => {
    const { lines, drawn } = told(true)
    expect([lines, drawn.length]).toEqual([[], 201])
    expect(drawn.every((text) => text.startsWith('\r') && !text.includes('\n'))).toBe(true)
    expect(drawn[100]).toContain(`${'█'.repeat(12)}${'░'.repeat(12)} questions: 100 of 200`)
  })

  it('is a few plain lines elsewhere', () => {
    const { lines, drawn } = told(false)
    expect(drawn).toEqual([])
    expect(lines).toEqual([
      'questions: 0 of 200',
      'questions: 50 of 200',
      'questions: 100 of 200',
      'questions: 150 of 200',
    ])
  })
})
