import { CairnError } from '@shared/errors'

const supported = 'PDF, DOCX, XLSX, PPTX, HTML, Markdown, CSV or plain text'

function unsupported(message: string, action: string): CairnError {
  return new CairnError('FORMAT_UNSUPPORTED', message, action)
}

/** The error for something recognised that Cairn has no reader for; `what` completes "This is …". */
export function unsupportedKind(what: string, action = `Save or export it as ${supported} and add that.`): CairnError {
  return unsupported(`This is ${what}, which Cairn cannot read yet.`, action)
}

export function unknownBinary(): CairnError {
  return unsupported(
    'The file holds binary data of a kind Cairn does not know.',
    `Check that it was downloaded completely, or save it as ${supported}.`,
  )
}

const byExtension: Record<string, readonly [string, string]> = {
  ppt: ['an old PowerPoint file (.ppt)', 'Open it in PowerPoint or LibreOffice, save it as PPTX and add that.'],
  odf: ['an OpenDocument file of another kind, such as a drawing', 'Save it as PDF and add that.'],
  mbox: ['a mailbox file', 'Save the messages you need as EML, HTML or plain text and add those.'],
  zip: ['an archive', 'Unpack it and add the files inside.'],
}

/** The error for an extension that names a known but unread format, or undefined for any other. */
export function unsupportedByExtension(extension: string): CairnError | undefined {
  const known = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined
  return known && unsupportedKind(known[0], known[1])
}
