import type { DocumentRecord } from '@shared/documents'

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
