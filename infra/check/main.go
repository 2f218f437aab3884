// Reads compose files as Docker does, with every profile on: schema, references, interpolation. Ends with 1 and says what is wrong.
package main

import (
	"context"
	"fmt"
	"os"
	"sort"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	if err := check(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func check(files []string) error {
	options, err := cli.NewProjectOptions(files, cli.WithOsEnv, cli.WithProfiles([]string{"*"}))
	if err != nil {
		return err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return err
	}
	names := project.ServiceNames()
	sort.Strings(names)
	fmt.Printf("%d containers, %d networks, %d volumes: %v\n", len(names), len(project.Networks), len(project.Volumes), names)
	return nil
}
