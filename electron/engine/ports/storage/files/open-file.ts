/** A file that is open for reading; to be closed. */
export interface OpenFile {
  /** Bytes. */
  readonly size: number
  /** Bytes from `from` up to `to`, both within the file; fewer where the file has become shorter meanwhile. */
  read(from: number, to: number): Promise<Uint8Array>
  close(): Promise<void>
}

const pieceBytes = 256 * 1024

/** All of a file, piece by piece; it is opened with the first and closed in the end. Throws where it has become shorter meanwhile. */
export async function* piecesOf(open: () => Promise<OpenFile>): AsyncGenerator<Uint8Array> {
  const file = await open()
  try {
    for (let at = 0; at < file.size;) {
      const piece = await file.read(at, Math.min(file.size, at + pieceBytes))
      if (piece.length === 0) throw new Error(`A file has become shorter: ${at} of ${file.size} bytes are there.`)
      yield piece
      at += piece.length
    }
  } finally {
    await file.close()
  }
}
