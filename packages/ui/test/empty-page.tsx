import { createRoot } from 'react-dom/client';

// React and a heading: the least that a page of React can be, beside which the console's pages are timed.
const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(<h1>Nothing else</h1>);
