// A remote that runs alone; inside the console the shell loads ./lifecycles instead.
void import('./bootstrap.tsx');
