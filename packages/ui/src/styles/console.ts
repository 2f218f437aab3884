/**
 * What the console needs once somebody is signed in. Only the shell imports it, and a remote that runs alone. The sheets lie beside their
 * components and are named here: imported there, each remote would bring them once more.
 */
import './page.css';
import '../components/filter-chip.css';
import '../components/criteria-field.css';
import '../components/segmented.css';
import '../table/data-table.css';
import '../table/column-menu.css';
import '../table/pager.css';
import '../components/counted-progress.css';
import '../components/confidence-meter.css';
import '../components/provenance-chip.css';
import '../phone/phone.css';
import '../components/highlight.css';
import '../components/face.css';
import '../components/bulk-bar.css';
import '../components/side-panel.css';
import '../components/tabs.css';
import './card.css';
import '../components/drop-place.css';
import '../export/export-progress.css';
import '../components/state-block.css';
import '../components/stale-note.css';
import '../components/crash-mark.css';
import '../needs-you/needs-you.css';
import './paper.css';
