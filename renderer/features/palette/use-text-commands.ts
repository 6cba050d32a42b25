import { TextSearch } from 'lucide-react'
import { useMemo } from 'react'
import { useFoundSentences } from '@renderer/state/library/found-sentences'
import { useLibrary } from '@renderer/state/library/library-store'
import { openDocument } from '@renderer/state/window/shown-document'
import { safeName } from '@renderer/ui/text/safe-name'
import type { PaletteCommand } from './find-commands'

const mostSentences = 8
/** Of one letter almost every text has a word. */
const fewestLetters = 2

/** The sentences of documents in which the words of the query stand, as commands that open them at their place. */
export function useTextCommands(query: string): PaletteCommand[] {
  const wanted = /\p{Script=Han}/u.test(query) || query.trim().length >= fewestLetters ? query : ''
  const { found } = useFoundSentences(wanted, null, mostSentences)
  const documents = useLibrary((state) => state.documents)
  return useMemo(
    () =>
      (found?.sentences ?? []).flatMap(
        ({ document_id: id, start, end, text, marks, format, heading }): PaletteCommand[] => {
          const name = documents.get(id)?.name
          if (name === undefined) return []
          return [
            {
              id: `text:${id}:${String(start)}`,
              group: 'texts',
              text: `${safeName(text)} · ${safeName(name)}`,
              names: [],
              icon: TextSearch,
              sentence: heading ? { ...heading, format: 'text', name } : { text, marks, format, name },
              run: () => openDocument({ id, range: { start, end }, quote: text }, true),
            },
          ]
        },
      ),
    [found, documents],
  )
}
