import type { DocumentRecord } from '@shared/documents'
import type { Note } from '@shared/note'
import type { TFunction } from 'i18next'
import { failureWords } from '@renderer/ui/text/failure-words'
import { safeName } from '@renderer/ui/text/safe-name'
import { sayNotes } from '@renderer/ui/text/say-notes'

/** Why an answer ends before its end, and that what was written is kept: whole sentences in the window's language. */
export function brokeOffText(reason: Note, t: TFunction<'chat'>, tPipeline: TFunction<'pipeline'>): string {
  const { key, values } = reason
  if (key === 'model_cut_off') return t('model.brokeOff.cutOff')
  if (key === 'model_broke_off') {
    const replace = {
      model: safeName(String(values['model'] ?? '')),
      message: inside(failureWords(values, tPipeline) ?? ''),
    }
    return t('model.brokeOff.model', { replace })
  }
  return t('model.brokeOff.other', { replace: { reason: inside(sayNotes([reason], '', tPipeline)) } })
}

/** Text for use inside a sentence: without its own full stop. */
function inside(words: string): string {
  return safeName(words).replace(/[.。\s]+$/u, '')
}

const mostNamed = 4

/** The documents whose titles a refusal quotes, “so” in English and 《so》 in Chinese, in the order it names them. */
export function namedDocuments(response: string, documents: Iterable<DocumentRecord>): DocumentRecord[] {
  const found: { at: number; document: DocumentRecord }[] = []
  for (const document of documents) {
    const { title } = document
    if (title === '') continue
    const at = Math.max(response.indexOf(`“${title}”`), response.indexOf(`《${title}》`))
    if (at >= 0) found.push({ at, document })
  }
  return found
    .sort((a, b) => a.at - b.at)
    .slice(0, mostNamed)
    .map(({ document }) => document)
}
