import { join } from 'node:path'
import { chat } from './chat'
import { exitCode, type Command } from './command'
import { followJob, printOutcomes } from './job'
import { printableLine } from './printable'
import { showTurn } from './turn'

/** One question in each language that the sample documents answer. */
const examples = ['How long does the cable car from Tarnsford to the station take?', '奥里尔湖的最大水深是多少？']

/** What `npm start` opens until there is a window: the sample documents and a chat about them. */
export const start: Command = {
  name: 'start',
  usage: '',
  about: 'aboutStart',
  options: [],
  needs: null,
  most: 0,
  async run(context) {
    const { world, out, err, say, signal, storeFolder } = context
    out.line(`Cairn — ${say('tagline')}`)
    out.line(say('startWhat', { folder: printableLine(storeFolder) }))
    const client = await context.client()
    const input = { paths: [join(world.resources, 'sample')], collection: 'sample' }
    const job = await followJob(context, 'ingesting', await client.documents.ingest(input, { signal }))
    if (job.code !== exitCode.fine) {
      printOutcomes(context, job.documents)
      return job.code
    }
    if (world.stdin.isTTY === true && out.isTTY) return chat.run(context)

    out.line(say('startExamples'))
    for (const question of examples) {
      out.line(`\n> ${question}`)
      const turn = await showTurn(context, client, { question }, signal)
      if (turn.code !== exitCode.fine) return turn.code
    }
    err.line(say('seeHelp'))
    return exitCode.fine
  },
}
