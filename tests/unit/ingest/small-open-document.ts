import { strToU8, zipSync } from 'fflate'

type Kind = 'text' | 'presentation'

/** An OpenDocument file with the given body, in as little XML as readers accept; `more` adds or replaces parts. */
export function smallOpenDocument(
  kind: Kind,
  body: string,
  more: Record<string, string | Uint8Array> = {},
): Uint8Array {
  const parts: Record<string, string | Uint8Array> = {
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'META-INF/manifest.xml': '<manifest:manifest><manifest:file-entry manifest:full-path="/"/></manifest:manifest>',
    'content.xml':
      '<?xml version="1.0" encoding="UTF-8"?><office:document-content><office:automatic-styles>' +
      '<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>' +
      `</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...more,
  }
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  )
}
