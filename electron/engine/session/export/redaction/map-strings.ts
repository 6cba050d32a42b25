/** Fields whose values other fields or programs rely on: ids, and words from fixed lists. */
const structural = new Set(
  (
    'schema_version evidence_id session_id turn_id trace_id block_id tool_call_id model_usage_id task_id agent_id ' +
    'replaces depends_on result_evidence_ids role kind type status stage verdict label block_type priority sensitivity ' +
    'selector shortcut intent code at created_at updated_at started_at called_at'
  ).split(' '),
)
const oneWord = /^[\w.:,+-]*$/u

/**
 * A copy of JSON data with every text changed, the names of fields in free-form records included. Ids and words from
 * fixed lists stay, as do the ids that `evidences` is keyed by.
 */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  return mapped(value, '', change)
}

function mapped(value: unknown, field: string, change: (text: string) => string): unknown {
  if (typeof value === 'string') return structural.has(field) && oneWord.test(value) ? value : change(value)
  if (Array.isArray(value)) return value.map((each: unknown) => mapped(each, field, change))
  if (typeof value !== 'object' || value === null) return value
  const entries: [string, unknown][] = Object.entries(value)
  const isNote = entries.length === 2 && 'key' in value && 'values' in value
  const used = new Set(entries.map(([name]) => name))
  return Object.fromEntries(
    entries.map(([name, each]) => {
      const kept = isNote && name === 'key' ? each : mapped(each, name, change)
      return [field === 'evidences' ? name : freeName(name, change(name), used), kept]
    }),
  )
}

/** Two fields that lose their names must not become one. */
function freeName(name: string, changed: string, used: Set<string>): string {
  if (changed === name) return name
  let free = changed
  for (let count = 2; used.has(free); count += 1) free = `${changed} ${count}`
  used.add(free)
  return free
}
