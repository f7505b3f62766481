import { lazy, type ReactNode, Suspense, useState } from 'react'
import { treeDepth } from '../../../domain/fields/composite.ts'
import { Field } from '../../../ui-shared/fields/field.tsx'
import { Icon } from '../../../ui-shared/drawings/icons.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { RowButton } from '../../../ui-shared/sortable/row-button.tsx'
import type { Branch } from '../../../ui-shared/tree-view.tsx'
import { SortableTree } from '../../../ui-shared/sortable/sortable-tree.tsx'
import { asEntries, asParts, asText, blankOf, type Entry, newId } from './field-values.ts'
import { type FlatNode, flatten, place, sizeOf, steps, unflatten } from './flat-tree.ts'
import { entryRights } from '../standing.ts'
import { frameOf, hasErrors, type WidgetProps } from './widget-props.ts'

const TreeView = lazy(async () => ({ default: (await import('../../../ui-shared/tree-view.tsx')).TreeView }))
const NodeDialog = lazy(async () => ({ default: (await import('./node-dialog.tsx')).NodeDialog }))

/** What a node is called: its first text. */
const titleOf = ({ field }: WidgetProps, node: Entry): string => {
  const name = Object.entries(field.fields ?? {}).find(([, { kind }]) => kind === 'text')?.[0]
  return asText(node[name ?? '']) || t('Untitled')
}

const newNode = ({ field }: WidgetProps): Entry => ({
  id: newId(),
  ...Object.fromEntries(Object.entries(field.fields ?? {}).map(([name, part]) => [name, blankOf(part)])),
  children: [],
})

type Opened = { node: Entry; below: string | null; isNew: boolean }

/** The node in the place of the one with its id, or after all below another, or at the end. */
const withNode = (nodes: readonly FlatNode[], { node, below, isNew }: Opened): FlatNode[] => {
  if (!isNew) return nodes.map((one) => (one.id === String(node.id) ? { ...one, node: { ...one.node, ...node } } : one))
  const parent = nodes.findIndex(({ id }) => id === below)
  const at = parent === -1 ? nodes.length : parent + 1 + sizeOf(nodes, parent)
  const level = parent === -1 ? 0 : (nodes[parent]?.level ?? 0) + 1
  return [...nodes.slice(0, at), { id: String(node.id), node, level }, ...nodes.slice(at)]
}

const Errors = ({ props, path }: { props: WidgetProps; path: string }) => {
  if (!hasErrors(props.form.errors, path)) return null
  const found = Object.entries(props.form.errors).filter(([at]) => at === path || at.startsWith(`${path}.`))
  return <p className="wrong">{found.map(([, message]) => message).join(' ')}</p>
}

type TreeProps = WidgetProps & {
  /** What stands beside the title of a node. */
  mark?: (node: Entry) => ReactNode
}
type RowProps = { props: TreeProps; nodes: readonly FlatNode[]; at: number; open: (opened: Opened) => void }

/** What may be done to a node: the permission of it, and all to one that is not saved yet. */
const useRights = ({ form, field }: WidgetProps) => {
  const rights = entryRights(useMe(), form.resource, field)
  const isNew = (id: string) => id.startsWith('new_')
  return {
    mayAdd: rights.mayAdd,
    mayRemove: (id: string) => rights.mayRemove || isNew(id),
    mayChange: (id: string) => rights.mayChange || isNew(id),
  }
}

const Steps = ({ props, nodes, at }: Omit<RowProps, 'open'>) => {
  const one = nodes[at]
  if (!one) return null
  const name = titleOf(props, one.node)
  const can = steps(nodes, at, treeDepth)
  const ways = [
    ['up', t('Move {name} up', { name }), can.up],
    ['down', t('Move {name} down', { name }), can.down],
    ['left', t('Move {name} out', { name }), can.outdent],
    ['right', t('Move {name} in', { name }), can.indent],
  ] as const
  return ways.map(([icon, label, step]) => (
    <RowButton
      key={icon}
      {...{ icon, label }}
      isOff={!step}
      onPress={() => step && props.onChange(unflatten(step()))}
    />
  ))
}

const Acts = ({ props, nodes, at, open }: RowProps) => {
  const { node, level, id } = nodes[at] ?? { node: { id: '' }, level: 0, id: '' }
  const { max = 200 } = props.field
  const name = titleOf(props, node)
  const rights = useRights(props)
  const isFull = nodes.length >= max
  const remove = () => props.onChange(unflatten([...nodes.slice(0, at), ...nodes.slice(at + 1 + sizeOf(nodes, at))]))
  return (
    <>
      {rights.mayChange(id) && <Steps {...{ props, nodes, at }} />}
      {rights.mayAdd && (
        <RowButton
          icon="add"
          label={t('Add below {name}', { name })}
          isOff={isFull || level + 1 >= treeDepth}
          onPress={() => open({ node: newNode(props), below: id, isNew: true })}
        />
      )}
      {rights.mayRemove(id) && (
        <RowButton icon="trash" label={t('Remove {name}', { name })} isDanger onPress={remove} />
      )}
    </>
  )
}

const Node = ({ props, nodes, at, open }: RowProps) => {
  const one = nodes[at]
  const rights = useRights(props)
  if (!one) return null
  const path = `${props.path}[${one.id}]`
  return (
    <div data-path={path}>
      <button
        type="button"
        className="link"
        onClick={() => open({ node: one.node, below: null, isNew: false })}
        disabled={props.isDisabled || !rights.mayChange(one.id)}
      >
        {titleOf(props, one.node)}
      </button>
      {props.mark?.(one.node)}
      <Errors props={props} path={path} />
    </div>
  )
}

/** What is read only: titles, marks and what is below what. */
const ReadTree = (props: TreeProps) => {
  const branchesOf = (entries: readonly Entry[]): Branch[] =>
    entries.map((node) => ({
      id: String(node.id),
      name: titleOf(props, node),
      content: (
        <>
          {titleOf(props, node)}
          {props.mark?.(node)}
        </>
      ),
      children: branchesOf(asEntries(node.children)),
    }))
  return (
    <Field {...frameOf(props)} isGroup>
      {() => (
        <Suspense>
          <TreeView label={t(props.field.label)} nodes={branchesOf(asEntries(props.value))} />
        </Suspense>
      )}
    </Field>
  )
}

/** Nested entries: put in order and below each other by dragging, by keyboard or by buttons, edited in a dialog. */
export const TreeField = (props: TreeProps) => (props.isDisabled ? <ReadTree {...props} /> : <OwnTree {...props} />)

const OwnTree = (props: TreeProps) => {
  const { field, isDisabled, form, onChange } = props
  const { max = 200 } = field
  const [opened, setOpened] = useState<Opened | null>(null)
  const nodes = flatten(props.value)
  const rights = useRights(props)
  const isOff = isDisabled || form.isBusy
  const aside = <small className="num">{t('{count} of {max}', { count: nodes.length, max })}</small>
  const apply = (node: Entry) => {
    if (opened) onChange(unflatten(withNode(nodes, { ...opened, node: { ...asParts(opened.node), ...node } })))
    setOpened(null)
  }
  return (
    <Field {...frameOf(props)} isGroup aside={aside}>
      {() => (
        <>
          <SortableTree
            rows={nodes.map(({ id, level, node }, at) => ({
              id,
              level,
              name: titleOf(props, node),
              content: <Node {...{ props, nodes, at }} open={setOpened} />,
              isFixed: !rights.mayChange(id),
              acts: <Acts {...{ props, nodes, at }} open={setOpened} />,
            }))}
            disabled={isOff}
            project={(from, to, level) => place(nodes, from, to, level, treeDepth)[to]?.level ?? 0}
            onPlace={(from, to, level) => onChange(unflatten(place(nodes, from, to, level, treeDepth)))}
            sizeOf={(at) => sizeOf(nodes, at)}
          />
          {!isDisabled && rights.mayAdd && (
            <button
              type="button"
              className="btn small"
              disabled={isOff || nodes.length >= max}
              onClick={() => setOpened({ node: newNode(props), below: null, isNew: true })}
            >
              <Icon name="add" />
              {t('Add entry')}
            </button>
          )}
          {opened && (
            <Suspense>
              <NodeDialog
                title={opened.isNew ? t('New entry') : titleOf(props, opened.node)}
                node={opened.node}
                props={props}
                onApply={apply}
                onClose={() => setOpened(null)}
              />
            </Suspense>
          )}
        </>
      )}
    </Field>
  )
}
