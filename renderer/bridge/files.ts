import { ErrorReport, CairnError } from '@shared/errors'
import { z } from 'zod'

/** A file or folder that was dropped, pasted or chosen, before the engine knows of it. */
export interface IncomingFile {
  readonly name: string
  /** Bytes; 0 for a folder of the window shell. */
  readonly size: number
  /** Set where the shell knows where it lies; such a file is read in place. */
  readonly path: string | null
  readonly file: File
  /** The dropped or chosen folder it came in, where a browser walked one. */
  readonly folder?: string
  /** Its path inside that folder, with `/`. */
  readonly inside?: string
  /** Names of what was left out at the top of that folder; they can tell whose it is. */
  readonly hidden?: readonly string[]
}

/** All files of a drop or paste. A browser tab walks folders; the window shell leaves a folder as one entry for the engine to walk. */
export async function incomingFiles(data: DataTransfer): Promise<IncomingFile[]> {
  const items = Array.from(data.items).filter((item) => item.kind === 'file')
  // Both must be read before the first await: the transfer is emptied when the event handler returns.
  const files = Array.from(data.files)
  const entries = items.map((item) => item.webkitGetAsEntry())
  if (window.cairnWindow) return files.map((file) => described(file))
  const walked = await Promise.all(
    entries.map(async (entry, at) =>
      entry ? await describedFrom(entry) : files.slice(at, at + 1).map((file) => described(file)),
    ),
  )
  return walked.flat()
}

/** Of a chosen folder without what the engine would leave out of one, too. */
export function chosenFiles(list: FileList): IncomingFile[] {
  const inside = (file: File) => file.webkitRelativePath.split('/').slice(1)
  const files = Array.from(list)
  const tops = files.map((file) => inside(file)[0] ?? '')
  const hidden = [...new Set(tops.filter(leftOut))]
  return files
    .filter((file) => !inside(file).some(leftOut))
    .map((file) => described(file, file.webkitRelativePath, hidden))
}

function leftOut(name: string): boolean {
  return /^(?:\..*|node_modules|__pycache__|Thumbs\.db|desktop\.ini|~\$.*)$/iu.test(name)
}

/** @param place its path from the dropped folder's name on, with `/`. */
function described(file: File, place = '', hidden: readonly string[] = []): IncomingFile {
  const path = window.cairnWindow?.pathOf(file) ?? ''
  const [folder = '', ...inside] = place.replace(/^\//u, '').split('/')
  const within = inside.length > 0 ? { folder, inside: inside.join('/'), ...(hidden.length > 0 && { hidden }) } : {}
  return { name: file.name, size: file.size, path: path === '' ? null : path, file, ...within }
}

async function describedFrom(entry: FileSystemEntry): Promise<IncomingFile[]> {
  const hidden: string[] = []
  const files = await filesOf(entry, (name) => hidden.push(name))
  return files.map(({ file, place }) => described(file, place, hidden))
}

interface WalkedFile {
  readonly file: File
  readonly place: string
}

/** @param left is told what is left out at the top. */
async function filesOf(entry: FileSystemEntry, left: (name: string) => void = () => undefined): Promise<WalkedFile[]> {
  if (isFile(entry)) {
    return new Promise((resolve) =>
      entry.file(
        (file) => resolve([{ file, place: entry.fullPath }]),
        () => resolve([]),
      ),
    )
  }
  if (!isDirectory(entry)) return []
  const reader = entry.createReader()
  const found: WalkedFile[] = []
  // A reader hands out at most a hundred entries at a time.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
    if (batch.length === 0) return found
    for (const child of batch) {
      if (leftOut(child.name)) left(child.name)
      else found.push(...(await filesOf(child)))
    }
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

const Received = z.object({ path: z.string() })

interface UploadOptions {
  /** The file's name on the engine's machine; its own name where absent. */
  readonly name?: string
  /** For a model, not for the library: files of one model share a batch. */
  readonly model?: { readonly batch: string }
}

/** Sends one file to the engine's machine. Returns its path there; throws CairnError. `sent` counts bytes. */
export function upload(
  file: File,
  sent: (bytes: number) => void,
  signal: AbortSignal,
  options: UploadOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    // XMLHttpRequest, because fetch tells no upload progress.
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.upload.onprogress = (event) => sent(event.loaded)
    request.onloadend = () => {
      signal.removeEventListener('abort', abort)
      if (signal.aborted) reject(new CairnError('CANCELLED', 'Cancelled.'))
      else settle(request, resolve, reject)
    }
    const purpose = options.model ? `&for=model&batch=${options.model.batch}` : ''
    request.open('PUT', `/inbox?name=${encodeURIComponent(options.name ?? file.name)}${purpose}`)
    request.send(file)
  })
}

function settle(request: XMLHttpRequest, resolve: (path: string) => void, reject: (error: CairnError) => void): void {
  const body = parsed(request.responseText)
  const received = Received.safeParse(body)
  if (request.status === 200 && received.success) {
    resolve(received.data.path)
    return
  }
  const report = ErrorReport.safeParse(body)
  reject(
    report.success
      ? new CairnError(report.data.code, report.data.message, report.data.action)
      : new CairnError('UNREACHABLE', 'The file could not be handed to the engine.', 'Try again.'),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The address of a document's kept original. `revision` only tells the originals of one document apart. */
export function originalUrl(documentId: string, revision?: string): string {
  const path = `/documents/${encodeURIComponent(documentId)}/original`
  return revision === undefined ? path : `${path}?r=${encodeURIComponent(revision)}`
}
