/** A citation as answers bear it: `[3]`. */
export const citationMark = /\[(\d{1,3})\]/gu

/** What an item of a list, a quotation or a row begins with. */
export const lineMarker = /^(?:[-*+•·]\s+(?:\[[ xX]\]\s+)?|\d{1,3}(?:[.)]\s+|、\s*)|[（(]\d{1,3}[)）]\s*|>\s*|\|\s*)/u

/** What a heading begins with in Markdown. */
export const headingMark = /^#{1,6}\s/u
