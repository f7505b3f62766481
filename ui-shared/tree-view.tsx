import { Tree } from 'primereact/tree'
import type { TreeNode } from 'primereact/treenode'
import { type ReactNode, useState } from 'react'
import './styles/tree-view.css'
import { Icon } from './drawings/icons.tsx'
import { Prime } from './prime.tsx'

/** A node of a tree that is read. */
export type Branch = { id: string; name: string; content: ReactNode; children: readonly Branch[] }

type Read = Omit<TreeNode, 'children'> & { key: string; data: ReactNode; children: Read[] }

const readOf = ({ id, name, content, children }: Branch): Read => ({
  key: id,
  label: name,
  data: content,
  children: children.map(readOf),
})
const withChildren = (nodes: readonly Branch[]): string[] =>
  nodes.flatMap(({ id, children }) => (children.length ? [id, ...withChildren(children)] : []))

/** A tree that is read and not changed: all of it in sight, its branches can be closed. */
export const TreeView = ({ label, nodes }: { label: string; nodes: readonly Branch[] }) => {
  const [open, setOpen] = useState(() => Object.fromEntries(withChildren(nodes).map((id) => [id, true])))
  return (
    <Prime>
      <Tree
        value={nodes.map(readOf)}
        aria-label={label}
        ariaLabel={label}
        expandedKeys={open}
        onToggle={({ value }) => setOpen(value)}
        nodeTemplate={(node) => node.data}
        // Its own arrow keys look for this part.
        togglerTemplate={(node, { expanded, onClick }) =>
          node.children?.length ? (
            <button
              type="button"
              className="p-tree-toggler"
              tabIndex={-1}
              aria-hidden="true"
              data-pc-section="toggler"
              onClick={onClick}
            >
              <Icon name={expanded ? 'down' : 'right'} />
            </button>
          ) : null
        }
      />
    </Prime>
  )
}
