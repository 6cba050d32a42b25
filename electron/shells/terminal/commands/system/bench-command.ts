import type { Bench } from '../../../../../bench/io'
import { CairnError } from '@shared/errors'
import { choiceOf } from '../../args'
import type { Command } from '../../command'
import { printableLine } from '../../print/printable'

/** Loaded only when asked for: they weigh more than everything else here. */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  'short-answer-fit': async () => (await import('../../../../../bench/answers/short-answer-fit')).run,
  'rerank-fit': async () => (await import('../../../../../bench/retrieval/rerank-fit')).run,
  floor: async () => (await import('../../../../../bench/retrieval/floor')).run,
  answers: async () => (await import('../../../../../bench/answers/answers-bench')).run,
  retrieval: async () => (await import('../../../../../bench/retrieval/retrieval-bench')).run,
  rivals: async () => (await import('../../../../../bench/rivals/rivals-bench')).run,
  spelling: async () => (await import('../../../../../bench/retrieval/spelling-bench')).run,
  multihop: async () => (await import('../../../../../bench/retrieval/multihop')).run,
  intent: async () => (await import('../../../../../bench/intent/intent-bench')).run,
  disambiguation: async () => (await import('../../../../../bench/graph/disambiguation-bench')).run,
  graph: async () => (await import('../../../../../bench/graph/graph-bench')).run,
  'name-fit': async () => (await import('../../../../../bench/graph/name-fit')).run,
  ocr: async () => (await import('../../../../../bench/ocr/ocr-bench')).run,
  'ocr-load': async () => (await import('../../../../../bench/ocr/questions-during-ocr')).run,
  critic: async () => (await import('../../../../../bench/answers/critic-bench')).run,
  'outcome-fit': async () => (await import('../../../../../bench/answers/outcome-fit')).run,
  'sentence-fit': async () => (await import('../../../../../bench/answers/sentence-fit')).run,
  people: async () => (await import('../../../../../bench/answers/people-bench')).run,
  golden: async () => (await import('../../../../../bench/answers/golden')).run,
  tables: async () => (await import('../../../../../bench/tables/tables-bench')).run,
  'table-questions': async () => (await import('../../../../../bench/tables/table-questions-bench')).run,
  speed: async () => (await import('../../../../../bench/speed/speed-bench')).run,
  regress: async () => (await import('../../../../../bench/speed/regress-bench')).run,
  start: async () => (await import('../../../../../bench/speed/start-bench')).run,
  sessions: async () => (await import('../../../../../bench/speed/sessions-bench')).run,
  backup: async () => (await import('../../../../../bench/backup/backup-bench')).run,
  soak: async () => (await import('../../../../../bench/memory/soak-bench')).run,
  models: async () => (await import('../../../../../bench/models/models-bench')).run,
  tools: async () => (await import('../../../../../bench/tools/tools-bench')).run,
  research: async () => (await import('../../../../../bench/research/research-bench')).run,
  'research-tasks': async () => (await import('../../../../../bench/research/research-tasks-bench')).run,
  watch: async () => (await import('../../../../../bench/watch/watch-bench')).run,
  window: async () => (await import('../../../../../bench/window/window')).run,
}

export const bench: Command = {
  name: 'bench',
  usage:
    'retrieval|rivals|spelling|multihop|intent|disambiguation|graph|ocr|ocr-load|critic|golden|people|speed|regress|start|sessions|backup|soak|models|tools|tables|table-questions|research|research-tasks|watch|window …',
  about: 'aboutBench',
  options: [],
  needs: 'whatBench',
  maxOperands: 1,
  forwardsArguments: true,
  async run({ args, out, err, world }) {
    const name = args.operands[0] ?? ''
    const run = await choiceOf(benches, name, 'bench')()
    try {
      return await run([...args.rest], {
        print: (line) => out.line(line),
        progress: (text) => err.dim(printableLine(text)),
        resources: world.resources,
      })
    } catch (thrown) {
      throw isWrongOption(thrown) ? new CairnError('INVALID_INPUT', thrown.message, 'See `cairn help`.') : thrown
    }
  },
}

/** Whether node:util's parseArgs refused an option that the bench lacks. */
function isWrongOption(thrown: unknown): thrown is Error {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('ERR_PARSE_ARGS')
}
