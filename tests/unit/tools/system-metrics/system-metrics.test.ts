import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectLanguage } from '@engine/text/language'
import { bytesIn, diskFigures, memoryFigures, processorFigures } from '@engine/tools/system-metrics/machine-figures'
import type { MetricsSource } from '@engine/tools/system-metrics/metrics-source'
import { bytesWords } from '@engine/tools/system-metrics/metrics-words'
import { SystemMetrics } from '@engine/tools/system-metrics/system-metrics'

const source: MetricsSource = {
  memory: () => ({ own: 412_000_000, free: 3_200_000_000, total: 16_000_000_000 }),
  processor: () => Promise.resolve({ cores: 8, own: 0.25, machine: 0.5 }),
  disk: () => Promise.resolve({ store: 1_234_000_000, isAtLeast: false, free: 50_000_000_000 }),
  library: () => Promise.resolve({ documents: 18, chunks: 1234, indexBytes: 4_560_000 }),
  pipeline: () => ({ turns: 12, medianMs: 48.4, stages: [{ name: 'Memory Load', medianMs: 1.2 }] }),
}
const signal = new AbortController().signal
const contextFor = (text: string) => ({ language: detectLanguage(text), now: 0, timeZone: 'UTC', signal })
const tool = new SystemMetrics(source)

describe('questions', () => {
  it.each(tool.examples)('example: $question', ({ question, args }) => {
    expect(tool.read({ text: question, ...contextFor(question) })).toMatchObject({ is: 'arguments', args })
  })

  it.each([
    ['How much RAM are you using?', 'memory'],
    ['How much disk space does Cairn take?', 'disk'],
    ['How much disk space is left?', 'disk'],
    ['How busy is the CPU?', 'processor'],
    ['What is the CPU load?', 'processor'],
    ['How many chunks are in the index?', 'index'],
    ['Show the pipeline medians', 'pipeline'],
    ['system status', 'all'],
    ['Cairn占用多少内存', 'memory'],
    ['CPU使用率是多少', 'processor'],
    ['硬盘还剩多少', 'disk'],
    ['系统状态如何', 'all'],
    ['memory', null],
    ['内存', null],
    ['How much memory does the logger have?', null],
    ['记录仪的内存有多大', null],
    ['What does the memory chapter say?', null],
    ['How much memory and disk space does Cairn use?', ['memory', 'disk']],
    ['How many documents are there?', null],
    ['What is in the index of the book?', null],
    ['', null],
    ['memory '.repeat(20_000), null],
  ])('%s', (question, about) => {
    const read = tool.read({ text: question, ...contextFor(question) })
    expect(read?.is === 'arguments' ? read.args.about : null).toEqual(about)
  })
})

describe('answers', () => {
  const say = async (about: 'memory' | 'processor' | 'disk' | 'index' | 'pipeline', language: 'en' | 'zh') =>
    (await tool.run({ about }, { ...contextFor(''), language })).text

  it('are short sentences in either language', async () => {
    expect(await say('memory', 'en')).toBe(
      'Cairn’s main process holds 412 MB of memory; of 16 GB in this machine 3.2 GB are free.',
    )
    expect(await say('processor', 'zh')).toBe('Cairn 的主进程正使用一个核心的 25%；本机 8 个核心的总负载为 50%。')
    expect(await say('disk', 'en')).toBe('Cairn’s data take 1.2 GB on disk; 50 GB are free there.')
    expect(await say('index', 'zh')).toBe('索引包含 18 份文档、1,234 个文本块，大小为 4.6 MB。')
    expect(await say('pipeline', 'en')).toBe('The median of the last 12 answers is 48 ms; by stage: Memory Load 1 ms.')
  })

  it('are all there where all is asked, and say what is not known', async () => {
    const nothing = new SystemMetrics({ ...source, pipeline: () => null })
    const result = await nothing.run({ about: 'all' }, contextFor('a'))
    expect(Object.keys(result.data)).toEqual(['memory', 'processor', 'disk', 'index', 'pipeline'])
    expect(result.text).toContain('No answers of this run have been timed yet.')
    expect(result.notes).toEqual([
      'Models, the reading of scans and the upkeep of large search tables run in processes of their own, which are not counted.',
    ])
  })

  it('round bytes', () => {
    expect([0, 999, 1000, 9_950, 999_600, 1_500_000_000].map(bytesWords)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '9.9 kB',
      '1.0 MB',
      '1.5 GB',
    ])
  })
})

describe('figures of this machine', () => {
  it('add up', async () => {
    const { own, free, total } = memoryFigures()
    expect(own).toBeGreaterThan(1e6)
    expect(free).toBeLessThanOrEqual(total)
    const { cores, machine } = await processorFigures(signal)
    expect(cores).toBeGreaterThan(0)
    expect(machine).toBeGreaterThanOrEqual(0)
    expect(machine).toBeLessThanOrEqual(1)
  })

  it('count the files of a folder and below it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-metrics-'))
    await mkdir(join(folder, 'below'))
    await writeFile(join(folder, 'a'), 'x'.repeat(100))
    await writeFile(join(folder, 'below', 'b'), 'x'.repeat(23))
    expect(await diskFigures(folder, signal)).toMatchObject({ store: 123, isAtLeast: false })
    await rm(folder, { recursive: true })
    expect(await bytesIn(folder, signal)).toEqual({ bytes: 0, isAtLeast: false })
  })

  it('stop when they are not wanted any more', async () => {
    await expect(processorFigures(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  })
})
