/** Name of the file with what rules find in a document. */
export function shareFileName(documentId: string): string {
  return `${encodeURIComponent(documentId)}.share`
}

/** Name of the file with what a language model has read in it, beside its share. */
export function modelFileName(documentId: string): string {
  return `${encodeURIComponent(documentId)}.model`
}

/** Whether a file is a document's, of whichever document. */
export function isDocumentFile(name: string): boolean {
  return /\.(?:share|model)$/u.test(name)
}
