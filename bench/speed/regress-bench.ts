import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { BenchIo } from '../io'
import { measureSize } from './speed-bench'
import { medianRatios, ratiosOf, type SpeedRatios, SpeedResult, whatGotWorse } from './speed-ratios'

const Figures = z.object({ chunks: z.number().int(), measured: z.string(), ratios: z.record(z.string(), z.number()) })

/**
 * `bench regress [--runs 3] [--accept]`: measures the size that is committed in `speed-figures.json` again and names what got worse by
 * more than a quarter; the exit code is then 1. `--accept` writes what was measured into that file, to be committed.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { runs: { type: 'string', default: '3' }, accept: { type: 'boolean', default: false } },
  })
  const path = join(dirname(io.resources), 'bench', 'speed', 'speed-figures.json')
  const before = Figures.parse(JSON.parse(await readFile(path, 'utf8')))
  const ratios = await measure(before.chunks, Math.max(1, Number(values.runs) || 1), io)
  const worse = whatGotWorse(before.ratios, ratios)
  io.print(JSON.stringify({ bench: 'regress', chunks: before.chunks, since: before.measured, ratios, worse }))
  if (values.accept) {
    const measured = new Date().toISOString().slice(0, 10)
    await writeFile(path, `${JSON.stringify({ chunks: before.chunks, measured, ratios }, null, 2)}\n`)
    return 0
  }
  return worse.length > 0 ? 1 : 0
}

async function measure(chunks: number, runs: number, io: BenchIo): Promise<SpeedRatios> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-regress-'))
  try {
    const all: SpeedRatios[] = []
    for (let run = 1; run <= runs; run += 1) {
      const named: BenchIo = { ...io, progress: (text) => io.progress(`run ${run} of ${runs}: ${text}`) }
      // Ingested by the first run alone.
      all.push(ratiosOf(SpeedResult.parse(await measureSize({ chunks, isVaried: false }, folder, named))))
    }
    return medianRatios(all)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
