import type { FoundSentence } from '@shared/excerpts/words-in-documents'
import { fitColumns } from '../../print/align-columns'
import { exitCode, type Command } from '../../command'
import { printableLine, printedAsJson } from '../../print/printable'
import { filterOf, filterOptions, filterUsage } from './search-filter'

const mostSentences = 30

export const find: Command = {
  name: 'find',
  usage: `<words…> ${filterUsage} [--json]`,
  about: 'aboutFind',
  options: [...filterOptions, 'json'],
  needs: 'whatWords',
  maxOperands: Infinity,
  async run(context) {
    const { args, out, err, say, signal } = context
    const client = await context.client()
    const filter = await filterOf(context, client, 'find')
    // A space at the end says that the last word is whole.
    const query = `${args.operands.join(' ').slice(0, 199)} `
    const found = await client.documents.search({ query, limit: mostSentences, ...(filter && { filter }) }, { signal })
    if (printedAsJson(context, found)) return exitCode.fine
    if (found.sentences.length === 0) {
      err.line(say('wordsNowhere'))
      return exitCode.failed
    }
    if (!found.has_all_words) err.line(say('wordsInPart'))
    const names = new Map((await client.documents.list({})).map(({ id, name }) => [id, name]))
    let before = ''
    for (const sentence of found.sentences) {
      if (sentence.document_id !== before)
        out.line(printableLine(names.get(sentence.document_id) ?? sentence.document_id))
      before = sentence.document_id
      const under = sentence.heading ? `${printableLine(sentence.heading.text)} › ` : ''
      out.line(fitColumns(`    ${placeOf(sentence)}${under}${printableLine(sentence.text)}`, out.columns))
    }
    return exitCode.fine
  },
}

function placeOf({ page, start, end }: FoundSentence): string {
  return page === null ? `${start}-${end}: ` : `p. ${page}, ${start}-${end}: `
}
