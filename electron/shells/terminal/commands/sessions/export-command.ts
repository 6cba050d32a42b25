import { CairnError } from '@shared/errors'
import { ExportFormat, type ExportChunk, type ExportInput } from '@shared/session/turn-context'
import { UsageError } from '../../args'
import { exitCode, type Command, type Context } from '../../command'
import { escapeJson, printable, printableLine } from '../../print/printable'
import { Progress } from '../../print/progress'
import { chosenSessions } from './session-choice'
import { fileOrInFolder, freePath, WholeFile } from '../../print/whole-file'

type Ending = Extract<ExportChunk, { type: 'end' }>

export const exportSessions: Command = {
  name: 'export',
  usage:
    '<session>…|--all [--format bundle|json|model-context|markdown|html|text] [--out file] [--leave-out-sensitive] [--replace-paths]',
  about: 'aboutExport',
  options: ['all', 'format', 'out', 'leave-out-sensitive', 'replace-paths'],
  needs: null,
  maxOperands: Infinity,
  async run(context) {
    const { err, say, args, signal } = context
    const input = inputOf(context)
    const client = await context.client()
    const chunks = await client.sessions.export(input, { signal })
    const toFile = args.text('out') !== undefined || input.format === 'bundle'
    const { redaction } = toFile ? await writeToFile(context, chunks) : await print(context, chunks, input.format)
    if (input.leave_out_sensitive || input.replace_paths) err.line(say('redacted', redaction))
    return exitCode.fine
  },
}

function inputOf(context: Context): ExportInput {
  const { args } = context
  const ids = chosenSessions(context, 'export')
  const isOne = new Set(ids).size === 1
  return {
    ids,
    format: formatOf(args.text('format') ?? (isOne ? 'json' : 'bundle')),
    leave_out_sensitive: args.has('leave-out-sensitive'),
    replace_paths: args.has('replace-paths'),
  }
}

function formatOf(value: string): ExportFormat {
  const format = ExportFormat.safeParse(value).data
  if (format) return format
  throw new UsageError('badFormat', { value, formats: ExportFormat.options.join(', ') }, 'export')
}

/** Writes the file as it comes, so that a bundle of any size fits into memory. */
async function writeToFile(context: Context, chunks: AsyncIterable<ExportChunk>): Promise<Ending> {
  const { err, say, world } = context
  const progress = new Progress(err, () => world.now(), say('exporting'))
  let file: WholeFile | undefined
  let ending: Ending | undefined
  try {
    for await (const chunk of chunks) {
      if (chunk.type === 'start') file = await WholeFile.create(await targetOf(context, chunk.name))
      else if (chunk.type === 'end') ending = chunk
      else {
        await file?.write(Buffer.from(chunk.base64, 'base64'))
        if (chunk.total > 1) progress.update(chunk.done, chunk.total, '')
      }
    }
    const complete = whole(ending)
    await file?.finish()
    progress.end()
    err.line(say('exported', { file: printableLine(file?.path ?? '') }))
    return complete
  } finally {
    progress.end()
    await file?.discard()
  }
}

async function targetOf(context: Context, name: string): Promise<string> {
  const out = context.args.text('out')
  const path = context.resolvePath(out ?? name)
  return out === undefined ? freePath(path) : fileOrInFolder(path, name)
}

/**
 * On a terminal nothing of it may be obeyed; behind a pipe a page is what its file would be. JSON says the same with
 * its control characters escaped, so it always is.
 */
async function print({ out }: Context, chunks: AsyncIterable<ExportChunk>, format: ExportFormat): Promise<Ending> {
  const isJson = format === 'json' || format === 'model-context'
  const harmless = isJson ? escapeJson : out.isTTY ? printable : (text: string) => text
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let ending: Ending | undefined
  for await (const chunk of chunks) {
    if (chunk.type === 'data')
      out.write(harmless(decoder.decode(Buffer.from(chunk.base64, 'base64'), { stream: true })))
    else if (chunk.type === 'end') ending = chunk
  }
  return whole(ending)
}

function whole(ending: Ending | undefined): Ending {
  if (ending) return ending
  throw new CairnError('INTERNAL', 'The export ended before it was complete.', 'Try again.')
}
