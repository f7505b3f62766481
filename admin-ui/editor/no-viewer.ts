/** Stands in for the viewer that the React package of the editor brings along: half its size, and never shown here. */
class NoViewer extends Error {}
export { NoViewer as default }
