import type { DocumentRecord } from '@shared/documents'
import { Highlighter, TextSearch } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFoundSentences } from '@renderer/state/library/found-sentences'
import { useLibrary } from '@renderer/state/library/library-store'
import { type FoundHighlight, useFoundHighlights } from '@renderer/state/notes/found-highlights'
import { openDocument } from '@renderer/state/window/shown-document'
import { safeName } from '@renderer/ui/text/safe-name'
import type { PaletteCommand } from './find-commands'

const mostSentences = 8
const shownLetters = 300
/** Of one letter almost every text has a word. */
const fewestLetters = 2

/** The sentences of documents in which the words of the query stand, as commands that open them at their place. */
export function useTextCommands(query: string): PaletteCommand[] {
  const { t } = useTranslation('palette')
  const wanted = /\p{Script=Han}/u.test(query) || query.trim().length >= fewestLetters ? query : ''
  const { found } = useFoundSentences(wanted, null, mostSentences)
  const documents = useLibrary((state) => state.documents)
  const highlights = useFoundHighlights(wanted)
  const own = useMemo(() => highlightCommands(highlights, documents, t('highlight')), [highlights, documents, t])
  const sentences = useMemo(
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
  return useMemo(() => [...own, ...sentences], [own, sentences])
}

/** Highlights and comments, as commands that open them at their place; what somebody said of a passage stands for it. */
function highlightCommands(
  highlights: readonly FoundHighlight[],
  documents: ReadonlyMap<string, DocumentRecord>,
  kind: string,
): PaletteCommand[] {
  return highlights.slice(0, mostSentences).flatMap(({ id, document_id: document, text, comment, open }) => {
    const name = documents.get(document)?.name
    if (name === undefined) return []
    return [
      {
        id: `highlight:${id}`,
        group: 'texts',
        text: `${kind} · ${safeName((comment ?? text).slice(0, shownLetters))} · ${safeName(name)}`,
        names: [],
        icon: Highlighter,
        sentence: { text: (comment ?? text).slice(0, shownLetters), marks: [], format: 'text', name, kind },
        run: () => open(true),
      },
    ]
  })
}
