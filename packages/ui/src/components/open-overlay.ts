/**
 * What takes Escape before a panel or a selection does: windows and menus, but not toasts and tooltips, which close by
 * themselves.
 */
export const openOverlay = "dialog[open], :popover-open:not([popover='manual'])";
