import { CairnError } from '@shared/errors'
import type { ExportChunk, RedactionReport } from '@shared/session/turn-context'
import type { Word } from '../words/terminal-words'
import type { Context } from '../command'
import { escapeJson, printable, printableLine } from './printable'
import { Progress } from './progress'
import { fileOrInFolder, freePath, WholeFile } from './whole-file'

export type ExportEnding = Extract<ExportChunk, { type: 'end' }>

/** Writes an export as it comes, so that a file of any size fits into memory, and says where. Throws what `chunks` throws, and leaves no file then. */
export async function saveExport(
  context: Context,
  chunks: AsyncIterable<ExportChunk>,
  doing: Word,
): Promise<ExportEnding> {
  const { err, say, world } = context
  const progress = new Progress(err, () => world.now(), say(doing))
  let file: WholeFile | undefined
  let ending: ExportEnding | undefined
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
 * Prints an export. On a terminal nothing of it may be obeyed; behind a pipe a page is what its file would be. JSON says the same with
 * its control characters escaped, so it always is.
 */
export async function printExport(
  { out }: Context,
  chunks: AsyncIterable<ExportChunk>,
  isJson: boolean,
): Promise<ExportEnding> {
  const harmless = isJson ? escapeJson : out.isTTY ? printable : (text: string) => text
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let ending: ExportEnding | undefined
  for await (const chunk of chunks) {
    if (chunk.type === 'data')
      out.write(harmless(decoder.decode(Buffer.from(chunk.base64, 'base64'), { stream: true })))
    else if (chunk.type === 'end') ending = chunk
  }
  return whole(ending)
}

function whole(ending: ExportEnding | undefined): ExportEnding {
  if (ending) return ending
  throw new CairnError('INTERNAL', 'The export ended before it was complete.', 'Try again.')
}

/** Whether anything was left out of an export. */
export function isRedacted({ passages, sentences, paths }: RedactionReport): boolean {
  return passages + sentences + paths > 0
}
