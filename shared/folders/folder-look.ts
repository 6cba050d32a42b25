import { z } from 'zod'

/** Programs whose folders are known by what stands at their top. */
export const VaultKind = z.enum(['obsidian', 'logseq', 'zotero'])
export type VaultKind = z.infer<typeof VaultKind>

/** What stands in folders that are about to be added, told from names alone. */
export const FolderLook = z.object({
  /** The folders' own names. */
  names: z.array(z.string()),
  vaults: z.array(VaultKind),
  /** Files that would be added; what is left out of every folder is not among them. */
  files: z.number().int().nonnegative(),
  /** Those of them whose kind Cairn does not read, by their extensions, most first. */
  unread: z.array(z.object({ extension: z.string(), count: z.number().int().positive() })),
})
export type FolderLook = z.infer<typeof FolderLook>

/** Whose folder this is; null for an ordinary one. `top` are the names that stand in it. */
export function vaultOf(top: ReadonlySet<string>): VaultKind | null {
  if (top.has('.obsidian')) return 'obsidian'
  if (top.has('zotero.sqlite') && top.has('storage')) return 'zotero'
  return top.has('logseq') && (top.has('pages') || top.has('journals')) ? 'logseq' : null
}

/**
 * What a program keeps beside people's own files: Logseq its settings and older versions of every page, Zotero its database and all that
 * is no attached file. Paths from the folder on, with `/`; of a folder on the way to files as well.
 */
export function isLeftOutOf(vault: VaultKind | null, path: string): boolean {
  if (vault === 'logseq') return path === 'logseq' || path.startsWith('logseq/')
  return vault === 'zotero' && path !== 'storage' && !path.startsWith('storage/')
}

/**
 * Kinds of files that hold no text Cairn reads, whatever is in them. Extensions that some write text under are not among them: of such a
 * file only its content tells.
 */
const unreadKinds: ReadonlySet<string> = new Set(
  [
    'psd psb ai indd sketch fig xd afdesign afphoto blend max c4d dwg skp stl fbx',
    'exe dll so dylib msi dmg iso img app deb rpm apk ipa jar class pyc wasm o lib com sys vmdk vdi qcow2',
    'mp3 wav flac m4a aac ogg opus wma aiff mid mp4 m4v mov avi mkv webm wmv flv mpg mpeg 3gp',
    'ttf otf ttc woff woff2 eot',
    'sqlite sqlite3 mdb accdb pst ost ldb frm ibd',
    '7z rar xz bz2 zst lz4 cab pak',
    'raw cr2 cr3 nef arw dng orf rw2 jp2 jxl avif ico icns exr dds xcf',
    'ppt pps vsd vsdx pub mpp pages numbers one xmind',
    'gguf onnx safetensors npy npz pkl parquet feather h5 hdf5 mat rdata rds',
    'lnk torrent pcap pcapng mobi azw azw3 chm',
  ].flatMap((line) => line.split(' ')),
)

export const unreadExtensions: readonly string[] = [...unreadKinds]

/** The extension of a kind that Cairn does not read; null for every other name. */
export function unreadKind(name: string): string | null {
  const extension = /[^/\\]\.([^./\\]+)$/u.exec(name)?.[1]?.toLowerCase() ?? ''
  return unreadKinds.has(extension) ? extension : null
}

/** A folder by what is in it: `top` the names that stand in it, hidden ones among them, `files` paths of all its files from it on. */
export interface NamedFolder {
  readonly name: string
  readonly top: ReadonlySet<string>
  readonly files: readonly string[]
}

export function lookAt(folders: readonly NamedFolder[]): FolderLook {
  const counts = new Map<string, number>()
  let files = 0
  const vaults = new Set<VaultKind>()
  for (const folder of folders) {
    const vault = vaultOf(folder.top)
    if (vault) vaults.add(vault)
    for (const path of folder.files) {
      if (isLeftOutOf(vault, path)) continue
      files += 1
      const kind = unreadKind(path)
      if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
  }
  const unread = [...counts].map(([extension, count]) => ({ extension, count }))
  unread.sort((a, b) => b.count - a.count || (a.extension < b.extension ? -1 : 1))
  return { names: folders.map(({ name }) => name), vaults: [...vaults], files, unread }
}
