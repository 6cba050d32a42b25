import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import type { BenchIo } from '../io'
import { figures, percentile } from '../metrics'
import { runInOwnProcess } from '../own-process'
import { timeFirstScreens, withServer } from '../window/first-screen'
import { launchChromium } from '../window/served-page'

/**
 * `bench start --store FOLDER [--runs 5] [--question TEXT]`: what somebody waits for who has just turned to Cairn, with a library that is
 * there, such as `FOLDER/store` of `bench speed --store FOLDER`: `cairn ask` from a cold shell, by itself and with an engine running, and the
 * first screen. One JSON line a figure.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      store: { type: 'string' },
      runs: { type: 'string', default: '5' },
      question: { type: 'string', default: 'When was the hut opened?' },
    },
  })
  if (values.store === undefined)
    throw new CairnError('INVALID_INPUT', 'bench start: which library?', 'Name it with --store FOLDER.')
  const [store, runs] = [resolve(values.store), Math.max(1, Number(values.runs) || 1)]
  const print = (figure: string, data: object) => io.print(JSON.stringify({ bench: 'start', figure, runs, ...data }))
  const ask = ['ask', values.question, '--store', store]
  // Whatever was not in the system's cache of files is in it from here on.
  await runInOwnProcess(ask, 'ignore')
  io.progress('asking without an engine')
  print('ask_alone', await timeRuns(ask, runs))
  await withServer(store, async () => {
    io.progress('asking a running engine')
    await runInOwnProcess(ask, 'ignore')
    print('ask_running_engine', await timeRuns(ask, runs))
  })
  // The least a command of this program takes.
  print('version_alone', await timeRuns(['--version'], runs))
  const browser = await launchChromium()
  try {
    io.progress('first screen')
    print('first_screen', await timeFirstScreens(browser, () => store, runs))
  } finally {
    await browser.close()
  }
  return 0
}

async function timeRuns(args: readonly string[], runs: number) {
  const times: number[] = []
  const spent: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const { ms, processor_ms } = await runInOwnProcess(args, 'ignore')
    times.push(ms)
    spent.push(processor_ms)
  }
  return { ...figures(times), processor_p50_ms: percentile(spent, 50) }
}
