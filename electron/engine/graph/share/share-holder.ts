import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beginsSealed, openWhole } from '@engine/platform/sealing/sealed-file'
import type { GraphShare } from './graph-share'

/** A document's share file, and the revision it must be of. */
export interface ShareFile {
  readonly documentId: string
  readonly revision: string
  readonly path: string
  /** What a language model has read in the document so far, where one is asked; the file may be missing. */
  readonly modelPath?: string
}

/** Keeps the shares of the documents it is told of. */
export interface ShareHolder {
  /** Loads the shares of these documents in place of earlier shares. Resolves with the ids of documents with unusable files. */
  load(files: readonly ShareFile[]): Promise<readonly string[]>
  drop(documentIds: readonly string[]): Promise<void>
}

const filesAtOnce = 16

interface ShareReading {
  readonly decode: (file: Uint8Array) => GraphShare | undefined
  readonly take: (share: GraphShare) => void
  /** What opens sealed files. */
  readonly key: KeyObject | undefined
}

/** Reads share files and takes those of the right document and revision; returns the ids of the others. */
export async function loadShares(files: readonly ShareFile[], { decode, take, key }: ShareReading): Promise<string[]> {
  const unusable: string[] = []
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const group = files.slice(at, at + filesAtOnce)
    const contents = await Promise.all(group.map(({ path }) => readFile(path).catch(() => undefined)))
    for (const [place, { documentId, revision }] of group.entries()) {
      const content = contents[place]
      const plain = content && opened(content, key)
      const share = plain && decode(plain)
      if (share?.documentId === documentId && share.revision === revision) take(share)
      else unusable.push(documentId)
    }
  }
  return unusable
}

/** Undefined for a sealed file that does not open: it is made anew as a damaged one is. */
function opened(content: Buffer, key: KeyObject | undefined): Buffer | undefined {
  if (!beginsSealed(content)) return content
  return key && openWhole(key, content)
}

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
