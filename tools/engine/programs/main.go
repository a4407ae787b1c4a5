// Command programs translates the YAML programs of a folder into the other languages, with the same published code as
// `pulumi convert`. The package schema comes from the standard input, so no plugin is asked for it; the answer is JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	dotnet "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	yaml "github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

type generator func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error)

var generators = map[string]generator{
	"csharp": dotnet.GenerateProgram,
	"go":     gogen.GenerateProgram,
	"python": python.GenerateProgram,
}

// onlyLoader has one package; what the cached loader in front of it asks for is this one method.
type onlyLoader struct {
	schema.ReferenceLoader
	pkg *schema.Package
}

func (l onlyLoader) LoadPackageReferenceV2(
	_ context.Context, wanted *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	if wanted.Name != l.pkg.Name {
		return nil, fmt.Errorf("no schema of %s is known here", wanted.Name)
	}
	return l.pkg.Reference(), nil
}

// translate gives each program of a folder in each language.
func translate(spec schema.PackageSpec, folder string) (map[string]map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return nil, err
	}
	programs := map[string]map[string]string{}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		programs[name] = map[string]string{}
		for language, generate := range generators {
			program, err := bind(spec, name, source)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			text, err := write(program, generate)
			if err != nil {
				return nil, fmt.Errorf("%s in %s: %w", file, language, err)
			}
			if language == "go" {
				text = correctLookups(spec, text)
			}
			programs[name][language] = text
		}
	}
	return programs, nil
}

// bind reads a YAML program. Generators change what they are given, the names of enumerations too, so each gets a
// package and a program of its own.
func bind(spec schema.PackageSpec, name string, source []byte) (*pcl.Program, error) {
	pkg, diagnostics, err := schema.BindSpec(spec, schema.NewNullLoader(), schema.ValidationOptions{})
	if err := findError(diagnostics, err); err != nil {
		return nil, err
	}
	loader := schema.NewCachedLoader(onlyLoader{pkg: pkg})

	template, problems, err := pulumiyaml.LoadYAMLBytes(name, source)
	if err := findError(problems.HCL(), err); err != nil {
		return nil, err
	}
	text, diagnostics, err := yaml.ConvertTemplateIL(template, loader)
	if err := findError(diagnostics, err); err != nil {
		return nil, err
	}
	parser := syntax.NewParser()
	err = parser.ParseFile(strings.NewReader(text), name+".pp")
	if err := findError(parser.Diagnostics, err); err != nil {
		return nil, err
	}
	// What Go makes of the plain form of a data source does not compile where its result is exported.
	program, diagnostics, err := pcl.BindProgram(parser.Files, loader, pcl.PreferOutputVersionedInvokes)
	return program, findError(diagnostics, err)
}

// write gives the one file of a program.
func write(program *pcl.Program, generate generator) (string, error) {
	files, diagnostics, err := generate(program)
	if err := findError(diagnostics, err); err != nil {
		return "", err
	}
	if len(files) != 1 {
		return "", fmt.Errorf("%d files instead of one", len(files))
	}
	var text string
	for _, content := range files {
		text = strings.TrimSpace(string(content))
	}
	return text, nil
}

// correctLookups calls data sources as the Go SDK names them where a resource has the same name. The generator of programs
// looks for such a name in the module `index`, where the one of SDKs puts none.
func correctLookups(spec schema.PackageSpec, program string) string {
	for token := range spec.Resources {
		name := token[strings.LastIndex(token, ":")+1:]
		program = strings.ReplaceAll(program, ".Get"+name+"Output", ".Lookup"+name+"Output")
	}
	return program
}

// findError gives the error of a step: what it failed with, or what it reports.
func findError(diagnostics hcl.Diagnostics, err error) error {
	if err == nil && diagnostics.HasErrors() {
		return diagnostics
	}
	return err
}

func run() error {
	if len(os.Args) != 2 {
		return fmt.Errorf("usage: programs FOLDER < schema.json")
	}
	var spec schema.PackageSpec
	if err := json.NewDecoder(os.Stdin).Decode(&spec); err != nil {
		return err
	}
	programs, err := translate(spec, os.Args[1])
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(programs)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
