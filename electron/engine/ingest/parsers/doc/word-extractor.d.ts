declare module 'word-extractor' {
  interface Options {
    /** Whether typographic quotes and dashes become plain ones; true by default. */
    readonly filterUnicode?: boolean
    readonly includeFooters?: boolean
    readonly includeHeadersAndFooters?: boolean
  }
  interface Document {
    getBody(options?: Options): string
    getFootnotes(options?: Options): string
    getEndnotes(options?: Options): string
    getHeaders(options?: Options): string
    getFooters(options?: Options): string
    getAnnotations(options?: Options): string
    getTextboxes(options?: Options): string
  }
  export default class WordExtractor {
    extract(file: Buffer): Promise<Document>
  }
}

declare module 'word-extractor/lib/filters.js' {
  const filters: { binaryToUnicode: (text: string) => string; clean: (text: string) => string }
  export default filters
}
