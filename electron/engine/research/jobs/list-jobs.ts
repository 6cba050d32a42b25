import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ResearchJob, ResearchJob as ResearchJobShape } from '@shared/api/research-api'
import { hasCode } from '@shared/errors'
import { messageOf } from '@shared/note'
import { jsonIfValid, textIfPresent } from '@engine/platform/stored-text'
import { JobTemplate } from './job-template'

/** Where ready-made jobs lie, a file each. */
export interface JobFolders {
  /** Cairn's own: `resources/research/jobs`. */
  readonly shipped: string
  /** The user's: `research-jobs` in the store folder; there need be none. */
  readonly own: string
}

/** The jobs there are. */
export interface Jobs {
  readonly templates: readonly JobTemplate[]
  /** Files that are no jobs, each with what is wrong with it, in English. */
  readonly problems: readonly { readonly file: string; readonly message: string }[]
}

/** Longer files are none that somebody wrote. */
const longest = 200_000
const mostFiles = 100
/** What is shown first. */
const firstIds = ['summary-document', 'summary-collection', 'compare-documents', 'changes', 'briefing']

/**
 * Cairn's ready-made jobs and the user's. One of the user's takes the place of Cairn's of the same id. A file that is no job is left
 * out and told; it never keeps the others away.
 */
export async function readJobs({ shipped, own }: JobFolders, log: (line: string) => void): Promise<Jobs> {
  const [ours, theirs] = await Promise.all([readFolder(shipped), readFolder(own)])
  const byId = new Map([...ours.templates, ...theirs.templates].map((one) => [one.id, one]))
  const place = ({ id }: JobTemplate) => (firstIds.includes(id) ? firstIds.indexOf(id) : firstIds.length)
  const problems = [...ours.problems, ...theirs.problems]
  for (const { file, message } of problems) log(`The research job ${file} was left out: ${message}`)
  return { templates: [...byId.values()].toSorted((a, b) => place(a) - place(b)), problems }
}

/** The jobs as shells show them. */
export function listJobs({ templates }: Jobs): ResearchJob[] {
  return templates.map((template) => ResearchJobShape.parse(template))
}

async function readFolder(
  folder: string,
): Promise<{ templates: JobTemplate[]; problems: { file: string; message: string }[] }> {
  const templates: JobTemplate[] = []
  const problems: { file: string; message: string }[] = []
  const names = await readdir(folder).catch((thrown: unknown) => {
    if (!hasCode(thrown, 'ENOENT')) problems.push({ file: folder, message: messageOf(thrown) })
    return []
  })
  const files = names.filter((name) => name.endsWith('.json')).toSorted()
  for (const name of files.slice(0, mostFiles)) {
    const file = join(folder, name)
    const read = await readJob(file).catch((thrown: unknown) => messageOf(thrown))
    if (typeof read === 'string') problems.push({ file, message: read })
    else templates.push(read)
  }
  for (const name of files.slice(mostFiles))
    problems.push({ file: join(folder, name), message: `There are more than ${mostFiles} files.` })
  return { templates, problems }
}

/** A job, or why the file is none. Rejects where the system does not let it be read. */
async function readJob(file: string): Promise<JobTemplate | string> {
  if ((await stat(file)).size > longest) return `It is longer than ${longest} bytes.`
  const value = jsonIfValid((await textIfPresent(file)) ?? '')
  if (value === undefined) return 'It is not JSON.'
  const { data, error } = JobTemplate.safeParse(value)
  if (data) return data
  return error.issues
    .map(({ path, message }) => [...(path.length > 0 ? [path.join('.')] : []), message].join(': '))
    .join(' ')
}
