/** How much is gathered in memory before the browser may put it on its disk. */
const blobBytes = 4 * 1024 * 1024

/** A file that comes in pieces and becomes a download. A few megabytes of it are held in memory, however long it is. */
export class SavedFile {
  readonly #blobs: Blob[] = []
  #pieces: Uint8Array<ArrayBuffer>[] = []
  #pieceBytes = 0
  #bytes = 0

  /** How much came so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds a piece that was encoded by itself; throws InvalidCharacterError where it is not base64. */
  add(base64: string): void {
    const text = atob(base64)
    const piece = new Uint8Array(text.length)
    for (let at = 0; at < text.length; at += 1) piece[at] = text.charCodeAt(at)
    this.#pieces.push(piece)
    this.#pieceBytes += piece.length
    this.#bytes += piece.length
    if (this.#pieceBytes < blobBytes) return
    this.#blobs.push(new Blob(this.#pieces))
    this.#pieces = []
    this.#pieceBytes = 0
  }

  toBlob(mediaType: string): Blob {
    return new Blob([...this.#blobs, ...this.#pieces], { type: mediaType })
  }
}

/** The browser reads the address after the press has returned. */
const readByMs = 60_000

/** Hands a file to the browser's downloads. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readByMs)
}
